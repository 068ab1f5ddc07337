import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OrdersScreen } from '#client/features/admin/orders/orders-screen.tsx'
import { backOffice, SIGNED_OUT } from '#tests/client/features/admin/admin-fixtures.ts'
import { anOrderRow } from '#tests/client/features/admin/order-fixtures.ts'
import { findElsewhere, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown } from '#tests/support/fake-server.ts'

type Orders = NonNullable<NonNullable<Parameters<typeof backOffice>[0]>['orders']>

const NONE = { orders: [], students: [], hasMoreStudents: false, nextCursor: null }

function openOrdersList(orders: Orders, at = '/admin/orders') {
  const server = backOffice({ orders })
  return { server, user: openScreen({ Screen: OrdersScreen, at }) }
}

describe('the orders desk', () => {
  it('lists orders with their state and the way to their detail', async () => {
    openOrdersList({
      search: () => ({
        ...NONE,
        orders: [
          anOrderRow(),
          anOrderRow({ id: 'order-2', isBundle: true, refunded: '90.00' }),
          anOrderRow({ id: 'order-3', status: 'open', invoiceNumber: null }),
          anOrderRow({ id: 'order-4', hasOpenDispute: true }),
          anOrderRow({ id: 'order-5', refunded: '36.00' }),
          anOrderRow({ id: 'order-6', status: 'cancelled' }),
        ],
      }),
    })
    const table = await screen.findByRole('table', { name: 'Orders' })
    const [, ...rows] = within(table).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/INV-000123.*2 Nov 2026.*kim.*Navigation, Communications.*£90\.00.*Paid$/),
      expect.stringMatching(/Complete package.*Refunded$/),
      expect.stringMatching(/^Order of 2 Nov 2026.*Waiting to be paid$/),
      expect.stringMatching(/In dispute$/),
      expect.stringMatching(/£36\.00 refunded$/),
      expect.stringMatching(/Cancelled$/),
    ])
    const [first] = within(table).getAllByRole('link', { name: 'INV-000123' })
    expect(first).toHaveAttribute('href', '/admin/orders/order-1')
  })

  it('searches by words, and marks the place in the navigation', async () => {
    const { user, server } = openOrdersList({
      search: ({ words }) =>
        words === 'kim'
          ? {
              orders: [anOrderRow()],
              students: [
                {
                  id: 'student-kim',
                  username: 'kim',
                  email: 'kim@example.com',
                  isVerified: false,
                  createdAt: '2026-11-01T08:00:00.000Z',
                  orderCount: 1,
                },
              ],
              hasMoreStudents: true,
              nextCursor: null,
            }
          : NONE,
    })
    expect(await screen.findByText('No orders yet')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Orders', current: 'page' })).toBeVisible()
    const field = screen.getByLabelText('Find a student or an order')
    await user.type(field, 'kim{Enter}')
    const students = within(await screen.findByRole('table', { name: 'Students' }))
    expect(students.getByText('Not confirmed')).toBeVisible()
    expect(field).toHaveFocus()
    expect(screen.getByText('There are more. Type more of the name or the address.')).toBeVisible()
    expect(students.getByRole('link', { name: 'kim' })).toHaveAttribute(
      'href',
      '/admin/orders/students/student-kim',
    )
    expect(server.inputsOf('admin.orders.search').at(-1)).toMatchObject({ words: 'kim', shown: 'all' })
  })

  it('turns pages and narrows the list', async () => {
    const { user, server } = openOrdersList({
      search: ({ cursor }) => ({
        ...NONE,
        orders: [anOrderRow(cursor ? { invoiceNumber: 'INV-000001' } : {})],
        nextCursor: cursor ? null : 'next',
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Older orders' }))
    expect(await screen.findByRole('link', { name: 'INV-000001' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Older orders' })).toHaveAccessibleDescription(
      'There are no older orders.',
    )
    await user.click(screen.getByRole('button', { name: 'Newest orders' }))
    expect(await screen.findByRole('link', { name: 'INV-000123' })).toBeVisible()
    await user.selectOptions(screen.getByLabelText('Show'), 'Refunded or disputed')
    expect(server.inputsOf('admin.orders.search').at(-1)).toMatchObject({ shown: 'returned', cursor: null })
  })

  it('says when nothing was found, and leads back', async () => {
    openOrdersList({ search: () => NONE }, '/admin/orders?q=nobody')
    expect(await screen.findByText('Nothing found')).toBeVisible()
    expect(screen.getByLabelText('Find a student or an order')).toHaveValue('nobody')
    expect(screen.getByRole('link', { name: 'All orders' })).toHaveAttribute('href', '/admin/orders')
  })

  it('says when it could not be had, and tries again', async () => {
    let isBroken = true
    const { user } = openOrdersList({ search: () => (isBroken ? breakDown() : NONE) })
    await screen.findByText('An unexpected error occurred. Please try again.')
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No orders yet')).toBeVisible()
  })

  it('is closed to everybody else', async () => {
    const server = backOffice({ session: () => SIGNED_OUT })
    openScreen({ Screen: OrdersScreen, at: '/admin/orders' })
    expect(await findElsewhere()).toBe('/admin-login')
    expect(server.inputsOf('admin.orders.search')).toEqual([])
  })
})
