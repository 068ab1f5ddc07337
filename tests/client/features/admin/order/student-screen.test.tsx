import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { StudentScreen } from '#client/features/admin/order/student-screen.tsx'
import type { StudentDetailOutput } from '#shared/schemas/admin-orders.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { aPerson, aStudentDetail } from '#tests/client/features/admin/order-fixtures.ts'
import { fillIn, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { refuse } from '#tests/support/fake-server.ts'

type Orders = NonNullable<NonNullable<Parameters<typeof backOffice>[0]>['orders']>

function openStudent(detail: StudentDetailOutput, orders: Orders = {}) {
  const server = backOffice({ orders: { student: () => detail, ...orders } })
  return { server, user: openScreen({ Screen: StudentScreen, at: '/admin/orders/students/student-kim' }) }
}

describe('the detail of a student', () => {
  it('has orders, videos, mails and what admins did', async () => {
    const granted = {
      id: 'audit-1',
      at: '2026-11-05T10:00:00.000Z',
      action: 'access.granted',
      adminEmail: 'instructor@example.com',
      details: { until: '2027-01-31T23:59:59.999Z', reason: 'Prize' },
    }
    const asked = {
      id: 'audit-2',
      at: '2026-11-06T10:00:00.000Z',
      action: 'refundRequest.made',
      adminEmail: null,
      details: { wish: 'refund', reason: 'changedMind' },
    }
    openStudent(aStudentDetail({ audit: [granted, asked] }))
    const orders = within(await screen.findByRole('table', { name: 'Orders' }))
    expect(orders.getByRole('link', { name: 'INV-000123' })).toHaveAttribute('href', '/admin/orders/order-1')
    expect(screen.getByRole('table', { name: 'Films of this student' })).toHaveTextContent(
      /Navigation.*Bought.*Open until 2 Feb 2027/,
    )
    expect(screen.getByRole('table', { name: 'Emails' })).toHaveTextContent('Order confirmation with invoice')
    const happened = screen.getByRole('region', { name: 'What happened' })
    expect(happened).toHaveTextContent('Access granted until 31 January 2027 by instructor@example.comPrize')
    expect(happened).toHaveTextContent('Refund asked for by the studentChanged my mind')
  })

  it('has the way to all orders above its heading', async () => {
    openStudent(aStudentDetail())
    const heading = await screen.findByRole('heading', { name: 'Student', level: 1 })
    const orders = screen.getByRole('link', { name: 'All orders' })
    expect(orders).toHaveAttribute('href', '/admin/orders')
    expect(orders.compareDocumentPosition(heading)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('is short for a student without an order', async () => {
    openStudent(aStudentDetail({ orders: [], access: [], mails: [] }))
    expect(await screen.findByText('Nothing was ordered yet.')).toBeVisible()
    expect(screen.getByText('No film has been open to them.')).toBeVisible()
    expect(screen.getByText('None was written.')).toBeVisible()
  })

  it('says when there is no such student', async () => {
    const server = backOffice({ orders: { student: () => refuse('NOT_FOUND') } })
    openScreen({ Screen: StudentScreen, at: '/admin/orders/students/nobody' })
    expect(await screen.findByText('We could not find that.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(server.inputsOf('admin.orders.student').length).toBeGreaterThan(0)
  })
})

describe('a student on the telephone', () => {
  it('is sent a password link', async () => {
    const { user, server } = openStudent(aStudentDetail(), {
      sendPasswordLink: () => ({ email: 'kim@example.com' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Send password link' }))
    const notices = await findNotices()
    expect(await notices.findByText('Password Link Sent')).toBeVisible()
    expect(server.inputsOf('admin.orders.sendPasswordLink')).toEqual([{ studentId: 'student-kim' }])
  })

  it('is signed out of every browser', async () => {
    const { user, server } = openStudent(aStudentDetail(), { endSessions: () => ({ success: true }) })
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const notices = await findNotices()
    expect(await notices.findByText('Signed Out Everywhere')).toBeVisible()
    expect(server.inputsOf('admin.orders.endSessions')).toEqual([{ studentId: 'student-kim' }])
  })

  it('hears that a confirmed address moves when the new one is confirmed', async () => {
    const { user } = openStudent(aStudentDetail())
    await user.click(await screen.findByRole('button', { name: 'Correct the address' }))
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/The old address is told/)
  })

  it('is granted every film at once', async () => {
    const { user, server } = openStudent(aStudentDetail(), {
      grantAccess: () => ({ expiresAt: '2027-01-31T23:59:59.999Z' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Grant access' }))
    await user.selectOptions(screen.getByLabelText('Film'), 'all')
    await fillIn(user, 'Open until the end of', '2027-01-31')
    await fillIn(user, 'Reason', 'Angry, and right')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Grant access' }))
    const notices = await findNotices()
    expect(await notices.findByText('All films, open until 31 January 2027')).toBeVisible()
    expect(server.inputsOf('admin.orders.grantAccess')).toMatchObject([{ videoId: 'all' }])
  })
})

describe('a mistyped address', () => {
  const mistyped = aStudentDetail({ student: aPerson({ verifiedAt: null, email: 'kim@exmaple.com' }) })

  it('is corrected, and a new link sent', async () => {
    const { user, server } = openStudent(mistyped, { correctEmail: () => ({ email: 'kim@example.com' }) })
    await user.click(await screen.findByRole('button', { name: 'Correct the address' }))
    await user.clear(screen.getByLabelText('Email'))
    await user.click(screen.getByRole('button', { name: 'Correct and send a link' }))
    expect(await screen.findByText('Please enter an email address.')).toBeVisible()
    await fillIn(user, 'Email', 'kim@example.com')
    await user.click(screen.getByRole('button', { name: 'Correct and send a link' }))
    const notices = await findNotices()
    expect(await notices.findByText('Address Corrected')).toBeVisible()
    expect(server.inputsOf('admin.orders.correctEmail')).toEqual([
      { studentId: 'student-kim', email: 'kim@example.com' },
    ])
  })

  it('says when the address has another account', async () => {
    const { user } = openStudent(mistyped, { correctEmail: () => refuse('EMAIL_TAKEN') })
    await user.click(await screen.findByRole('button', { name: 'Correct the address' }))
    await user.click(screen.getByRole('button', { name: 'Correct and send a link' }))
    const notices = await findNotices()
    expect(await notices.findByText('Failed to correct the address')).toBeVisible()
    expect(notices.getByText('Email already registered')).toBeVisible()
  })
})

describe('a grant', () => {
  it('opens a video with a day and a reason', async () => {
    const { user, server } = openStudent(aStudentDetail(), {
      grantAccess: () => ({ expiresAt: '2027-01-31T23:59:59.999Z' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Grant access' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Grant access to kim' }))
    await user.selectOptions(dialog.getByLabelText('Film'), 'Meteorology')
    await user.type(dialog.getByLabelText('Open until the end of'), '2027-01-31')
    await fillIn(user, 'Reason', 'Prize')
    await user.click(dialog.getByRole('button', { name: 'Grant access' }))
    const notices = await findNotices()
    expect(await notices.findByText('Access Granted')).toBeVisible()
    expect(notices.getByText('Meteorology, open until 31 January 2027')).toBeVisible()
    expect(server.inputsOf('admin.orders.grantAccess')).toEqual([
      { studentId: 'student-kim', videoId: expect.any(Number), lastDay: '2027-01-31', reason: 'Prize' },
    ])
  })
})
