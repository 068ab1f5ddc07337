import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aPayout, aQuarter } from '#tests/client/features/admin/admin-fixtures.ts'
import { openDashboard } from '#tests/client/features/admin/open-dashboard.tsx'
import { breakDown } from '#tests/support/fake-server.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('the quarters of a referer', () => {
  const PAID = aPayout({
    id: 'payout-q2',
    quarterYear: '2026-Q2',
    payoutAmount: '52.90',
    vatAmount: '10.58',
    totalPayoutAmount: '63.48',
    status: 'paid',
    paidAt: '2026-07-08T09:00:00.000Z',
  })

  async function openQuarters(admin: Parameters<typeof openDashboard>[0] = {}) {
    vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z'), toFake: ['Date'] })
    const opened = openDashboard({
      refererPayouts: () => [aPayout(), PAID],
      refererQuarters: () => [
        aQuarter('2026-Q4', '41.28'),
        aQuarter('2026-Q3', '68.14'),
        aQuarter('2026-Q2', '52.90'),
      ],
      ...admin,
    })
    await opened.user.click(await screen.findByRole('button', { name: 'Hedgerow Flying Club' }))
    return opened
  }

  it('stand newest first, each with its status', async () => {
    await openQuarters()
    const table = await screen.findByRole('table', { name: 'Quarters of Hedgerow Flying Club' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^2026-Q41–£41\.28–Unprocessed quarter still running/),
      expect.stringMatching(/^2026-Q31–£68\.14£68\.14Pending/),
      expect.stringMatching(/^2026-Q21–£52\.90£63\.48Paid 8 Jul 2026, incl\. £10\.58 VAT/),
    ])
  })

  it('open to their sales', async () => {
    const sale = {
      id: 'line-1',
      createdAt: '2026-11-02T10:00:00.000Z',
      username: 'sam',
      email: 'sam@example.com',
      isBundle: false,
      videoTitle: 'Navigation',
      videoId: 2,
      amount: '60.00',
      referralDiscount: '6.00',
      finalAmount: '54.00',
      commissionAmount: '2.20',
      orderId: 'order-1',
      refundedAmount: '10.00',
      netAmount: '45.00',
      cardFee: '1.01',
      cardFeeIsEstimate: false,
      commissionPercentage: 5,
    }
    const bundle = {
      ...sale,
      id: 'order-2',
      orderId: 'order-2',
      username: 'kim',
      refundedAmount: '0.00',
      netAmount: '255.00',
      cardFee: '4.79',
      cardFeeIsEstimate: true,
      isBundle: true,
      videoTitle: null,
      videoId: null,
      amount: '340.00',
      referralDiscount: '34.00',
      finalAmount: '306.00',
      commissionAmount: '12.55',
    }
    const other = { ...sale, id: 'line-3', videoTitle: 'Meteorology' }
    const { user, server } = await openQuarters({
      reports: { quarterlyDetails: () => [sale, other, bundle], quarterEntries: () => [] },
    })
    await user.click(await screen.findByRole('button', { name: 'Sales of 2026-Q4' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarter Sales Details' }))
    const table = within(await dialog.findByRole('table'))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Date',
      'Customer',
      'Video/Bundle',
      'Original Price',
      'Discount',
      'Final Price',
      'Refunded',
      'Net',
      'Card fee',
      'Percent',
      'Commission',
      'Order',
    ])
    const [, first, , third, totals] = table.getAllByRole('row')
    expect(first).toHaveTextContent(
      /2 Nov 2026.*sam sam@example\.com.*Navigation.*£60\.00.*£6\.00.*£54\.00.*£10\.00.*£45\.00.*£1\.01.*5%.*£2\.20/,
    )
    expect(third).toHaveTextContent(
      /kim.*Complete package.*£340\.00.*£34\.00.*£306\.00.*£0\.00.*£255\.00.*~£4\.79.*5%.*£12\.55/,
    )
    expect(totals).toHaveTextContent(
      /3 items in 2 sales.*£460\.00.*£46\.00.*£414\.00.*£20\.00.*£345\.00.*£6\.81.*£16\.95/,
    )
    const [order] = table.getAllByRole('link', { name: 'Order of sam' })
    expect(order).toHaveAttribute('href', '/admin/orders/order-1')
    expect(server.inputsOf('admin.reports.quarterlyDetails')).toEqual([
      { clubId: 'club-hedgerow', quarterYear: '2026-Q4' },
    ])
  })

  it('open to what was taken back where nothing was sold', async () => {
    const reversed = {
      id: 'entry-1',
      writtenAt: '2026-05-02T10:00:00.000Z',
      kind: 'reversed' as const,
      amount: '-2.20',
      reason: 'The refund paid the buyer back',
      orderId: 'order-1',
      username: 'sam',
    }
    const { user } = await openQuarters({
      reports: { quarterlyDetails: () => [], quarterEntries: () => [reversed] },
    })
    await user.click(await screen.findByRole('button', { name: 'Sales of 2026-Q2' }))
    const table = within(await screen.findByRole('table', { name: 'Commission written in this quarter' }))
    const row = table.getByRole('row', { name: /2 May 2026 Reversed The refund paid .* sam −£2\.20/ })
    expect(within(row).getByRole('link', { name: 'sam' })).toHaveAttribute('href', '/admin/orders/order-1')
    expect(table.getByRole('row', { name: /All of it −£2\.20/ })).toBeVisible()
    expect(screen.queryByText('No sales found for this quarter')).toBeNull()
  })

  it('say when nothing was sold', async () => {
    const { user } = await openQuarters({
      reports: { quarterlyDetails: () => [], quarterEntries: () => [] },
    })
    await user.click(await screen.findByRole('button', { name: 'Sales of 2026-Q2' }))
    expect(await screen.findByText('No sales found for this quarter')).toBeVisible()
  })

  it('say when they could not be had', async () => {
    await openQuarters({ refererQuarters: () => breakDown() })
    expect(await screen.findByText('An unexpected error occurred. Please try again.')).toBeVisible()
  })
})
