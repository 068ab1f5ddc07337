import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OrderDetail } from '#client/features/admin/order/order-screen.tsx'
import { StepUpProvider } from '#client/features/admin/sign-in/step-up.tsx'
import { trpc } from '#client/lib/trpc.ts'
import type { OrderDetailOutput, RefundDetailOutput } from '#shared/schemas/admin-orders.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { anOrderDetail, aRefund } from '#tests/client/features/admin/order-fixtures.ts'
import { fillIn, openScreen } from '#tests/client/features/auth/open-screen.tsx'

function Screen() {
  const { data } = trpc.admin.orders.detail.useQuery({ orderId: 'order-1' })
  return <StepUpProvider>{data && <OrderDetail detail={data} />}</StepUpProvider>
}

const INQUIRY: OrderDetailOutput['disputes'][number] = {
  id: 'dispute-1',
  status: 'inquiry',
  amount: '40.00',
  openedAt: '2026-11-10T11:00:00.000Z',
  closedAt: null,
}

function openRefunds(refund: Partial<RefundDetailOutput>, more: Partial<OrderDetailOutput> = {}) {
  const refunds = [aRefund({ credited: '0.00', settledAt: null, ...refund })]
  const detail = () => anOrderDetail({ refunds, ...more })
  const server = backOffice({
    orders: {
      detail,
      refund: () => ({ refundId: 'refund-2', status: 'waiting' as const }),
      answerRefund: () => ({ success: true }),
      retryRefund: () => ({ refundId: 'refund-2', status: 'succeeded' as const }),
      resolveRefund: () => ({ success: true }),
    },
  })
  return { server, user: openScreen({ Screen, at: '/admin/orders/order-1' }) }
}

const findRefunds = async () => within(await screen.findByRole('table', { name: 'Refunds and disputes' }))

describe('a refund on the page of its order', () => {
  it('waits for Stripe where no answer came, and is not told as sent', async () => {
    const { user } = openRefunds({ status: 'waiting', lastError: 'api_connection_error' })
    const refunds = await findRefunds()
    expect(refunds.getByText('Waiting for Stripe')).toBeVisible()
    expect(refunds.getByText(/Stripe said: api connection error/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund an order' }))
    await user.click(dialog.getByLabelText('An amount: every film stays open'))
    await user.type(dialog.getByLabelText('Amount, £'), '10')
    await fillIn(user, 'Reason', 'Sound was poor')
    await user.click(dialog.getByRole('button', { name: 'Refund £10.00' }))
    const notices = await findNotices()
    expect(await notices.findByText('Waiting for Stripe')).toBeVisible()
    expect(notices.queryByText('Refund Sent')).toBeNull()
  })

  it.each<[Partial<OrderDetailOutput>, Partial<RefundDetailOutput>, string, string]>([
    [{ asked: '10.00' }, {}, 'Asked for', '£10.00, not made yet'],
    [{}, { status: 'failed', amount: '25.00', canResolve: true }, 'Failed', '£25.00, not settled yet'],
    [{ disputes: [INQUIRY] }, {}, 'Disputes', 'Inquiry'],
  ])('stands in the way of another: %j %j', async (detail, refund, label, value) => {
    const { user } = openRefunds(refund, detail)
    await user.click(await screen.findByRole('button', { name: 'Refund' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Refund an order' }))
    expect(dialog.getByText(label).nextElementSibling).toHaveTextContent(value)
  })

  it.each([
    ['It is this one', 'same'],
    ['Send this one too', 'two'],
  ])('that is held asks whether there are two: %s', async (button, answer) => {
    const { user, server } = openRefunds({ status: 'held', lookalikeAt: '2026-11-10T11:00:00.000Z' })
    const refunds = await findRefunds()
    expect(
      refunds.getByText(
        /another refund of this amount, made on 10 Nov 2026, 11:00\. Is it this one, or are two owed\?/,
      ),
    ).toBeVisible()
    await user.click(refunds.getByRole('button', { name: button }))
    expect(await (await findNotices()).findByText('Refund Answered')).toBeVisible()
    expect(server.inputsOf('admin.orders.answerRefund')).toEqual([{ refundId: 'refund-1', answer }])
  })

  it('that failed is said to have failed, and is tried again', async () => {
    const { user, server } = openRefunds({ status: 'failed', canResolve: true })
    const refunds = await findRefunds()
    expect(refunds.getByText('Failed')).toBeVisible()
    await user.click(refunds.getByRole('button', { name: 'Try again' }))
    expect(await (await findNotices()).findByText('Refund Sent')).toBeVisible()
    expect(server.inputsOf('admin.orders.retryRefund')).toEqual([{ refundId: 'refund-1' }])
  })

  it('that failed is settled otherwise, with a note', async () => {
    const { user, server } = openRefunds({ status: 'failed', canResolve: true })
    await user.click((await findRefunds()).getByRole('button', { name: 'Settle otherwise' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Settle £36.00 otherwise' }))
    expect(dialog.getByRole('button', { name: 'Settle' })).toHaveAccessibleDescription(
      'The note comes first.',
    )
    await fillIn(user, 'Note', 'By bank transfer')
    await user.click(dialog.getByRole('button', { name: 'Settle' }))
    expect(await (await findNotices()).findByText('Refund Settled')).toBeVisible()
    expect(server.inputsOf('admin.orders.resolveRefund')).toEqual([
      { refundId: 'refund-1', resolution: 'paidOtherwise', note: 'By bank transfer' },
    ])
  })

  it('that was paid another way says so, and offers nothing more', async () => {
    openRefunds({ status: 'failed', resolution: 'paidOtherwise', resolutionNote: 'By bank transfer' })
    const refunds = await findRefunds()
    expect(refunds.getByText('Paid another way')).toBeVisible()
    expect(refunds.queryByRole('button')).toBeNull()
  })
})
