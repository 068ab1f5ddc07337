import { describe, expect, it } from 'vitest'
import { quarterRows } from '#client/features/admin/payouts/quarter-rows.ts'
import { formatPounds } from '#shared/money/money.ts'
import { aPayout, aQuarter } from '#tests/client/features/admin/admin-fixtures.ts'

const NOW = new Date('2026-11-21T09:00:00Z')

function read(given: Parameters<typeof quarterRows>[0], now = NOW) {
  return quarterRows(given, now).map((row) => [
    row.label,
    row.sales,
    formatPounds(row.broughtForwardPence, { sums: true }),
    formatPounds(row.earnedPence, { sums: true }),
    row.payout?.id ?? null,
    row.status,
  ])
}

describe('the quarters of a referer', () => {
  it('are none without sales and payouts', () => {
    expect(quarterRows({ payouts: [], quarters: [] }, NOW)).toEqual([])
  })

  it('stand newest first, with what each brought forward, earned and paid', () => {
    const quarters = [
      aQuarter('2026-Q4', '41.28'),
      aQuarter('2026-Q3', '68.14'),
      aQuarter('2026-Q2', '44.14', { sales: 2 }),
      aQuarter('2026-Q1', '8.76'),
    ]
    const payouts = [
      aPayout(),
      aPayout({ id: 'payout-q2', quarterYear: '2026-Q2', payoutAmount: '52.90', status: 'paid' }),
    ]
    expect(read({ payouts, quarters })).toEqual([
      ['2026-Q4', 1, '£0.00', '£41.28', null, 'unprocessed'],
      ['2026-Q3', 1, '£0.00', '£68.14', 'payout-q3', 'pending'],
      ['2026-Q2', 2, '£8.76', '£44.14', 'payout-q2', 'paid'],
      ['2026-Q1', 1, '£0.00', '£8.76', null, 'carried'],
    ])
  })

  it('say what became of a closed one without a payout', () => {
    const status = (...given: Parameters<typeof aQuarter>) =>
      read({ payouts: [], quarters: [aQuarter(...given)] })[0]?.at(-1)
    expect(status('2026-Q3', '10.00', { isUnprocessed: true })).toBe('not-made')
    expect(status('2026-Q3', '10.00')).toBe('waiting')
    expect(status('2026-Q3', '9.99')).toBe('carried')
    expect(status('2026-Q3', '0.00')).toBe('nothing')
    expect(status('2026-Q3', '9.99', { forfeitedAmount: '-9.99' })).toBe('forfeited')
  })

  it('are no longer unprocessed when they are over', () => {
    const quarters = [aQuarter('2026-Q4', '9.99')]
    expect(read({ payouts: [], quarters })[0]).toContain('unprocessed')
    expect(read({ payouts: [], quarters }, new Date('2027-01-01T00:00:00Z'))[0]).toContain('carried')
  })

  it('carry a debt forward that came after a payment, and nothing of what was forfeited', () => {
    const paid = aPayout({ status: 'paid', paidAt: '2026-10-08T09:00:00.000Z' })
    const debt = [aQuarter('2026-Q4', '5.00'), aQuarter('2026-Q3', '60.00')]
    expect(read({ payouts: [paid], quarters: debt })[0]).toEqual([
      '2026-Q4',
      1,
      '−£8.14',
      '£5.00',
      null,
      'unprocessed',
    ])
    const lost = [aQuarter('2026-Q4', '0.00'), aQuarter('2026-Q3', '5.00', { forfeitedAmount: '-5.00' })]
    expect(read({ payouts: [], quarters: lost })[0]).toContain('£0.00')
  })

  it('get the year that old labels lack', () => {
    const payouts = [aPayout({ quarterYear: 'Q3' }), aPayout({ id: 'other', quarterYear: '2025-Q1' })]
    expect(read({ payouts, quarters: [] }).map(([label]) => label)).toEqual(['2025-Q1', '2024-Q3'])
  })
})
