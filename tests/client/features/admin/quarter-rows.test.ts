import { describe, expect, it } from 'vitest'
import { quarterRows } from '#client/features/admin/quarter-rows.ts'
import { formatPounds } from '#shared/money.ts'
import { aCommission, aPayout } from './admin-fixtures.ts'

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
    expect(quarterRows({ payouts: [], commissions: [] }, NOW)).toEqual([])
  })

  it('stand newest first, with what each brought forward, earned and paid', () => {
    const commissions = [
      aCommission('2026-11-02T10:00:00.000Z', '41.28'),
      aCommission('2026-08-02T10:00:00.000Z', '68.14'),
      aCommission('2026-05-20T10:00:00.000Z', '40.00'),
      aCommission('2026-05-02T10:00:00.000Z', '4.14'),
      aCommission('2026-02-02T10:00:00.000Z', '8.76'),
    ]
    const payouts = [
      aPayout(),
      aPayout({ id: 'payout-q2', quarterYear: '2026-Q2', payoutAmount: '52.90', status: 'paid' }),
    ]
    expect(read({ payouts, commissions })).toEqual([
      ['2026-Q4', 1, '£0.00', '£41.28', null, 'unprocessed'],
      ['2026-Q3', 1, '£0.00', '£68.14', 'payout-q3', 'pending'],
      ['2026-Q2', 2, '£8.76', '£44.14', 'payout-q2', 'paid'],
      ['2026-Q1', 1, '£0.00', '£8.76', null, 'carried'],
    ])
  })

  it('belong to London: the last evening of June in summer time is the third quarter', () => {
    const commissions = [aCommission('2026-06-30T23:30:00.000Z', '12.00')]
    expect(read({ payouts: [], commissions })[0]?.[0]).toBe('2026-Q3')
  })

  it('say when a closed quarter of £10 or more has no payout', () => {
    const commissions = [aCommission('2026-08-02T10:00:00.000Z', '10.00')]
    expect(read({ payouts: [], commissions })[0]).toContain('not-made')
  })

  it('are no longer unprocessed when they are over', () => {
    const commissions = [aCommission('2026-11-02T10:00:00.000Z', '9.99')]
    expect(read({ payouts: [], commissions })[0]).toContain('unprocessed')
    expect(read({ payouts: [], commissions }, new Date('2027-01-01T00:00:00Z'))[0]).toContain('carried')
  })

  it('carry a debt forward that came after a payment', () => {
    const commissions = [
      aCommission('2026-11-02T10:00:00.000Z', '5.00'),
      aCommission('2026-08-02T10:00:00.000Z', '60.00'),
    ]
    const paid = aPayout({ status: 'paid', paidAt: '2026-10-08T09:00:00.000Z' })
    expect(read({ payouts: [paid], commissions })[0]).toEqual([
      '2026-Q4',
      1,
      '−£8.14',
      '£5.00',
      null,
      'unprocessed',
    ])
  })

  it('get the year that old labels lack', () => {
    const payouts = [aPayout({ quarterYear: 'Q3' }), aPayout({ id: 'other', quarterYear: '2025-Q1' })]
    expect(read({ payouts, commissions: [] }).map(([label]) => label)).toEqual(['2025-Q1', '2024-Q3'])
  })
})
