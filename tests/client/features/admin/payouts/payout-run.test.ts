import { describe, expect, it } from 'vitest'
import { countPayouts } from '#client/features/admin/payouts/count-payouts.ts'
import { nameablePayouts, payablePayouts } from '#client/features/admin/payouts/payout-run.tsx'
import type { RunPayout } from '#shared/schemas/payout-run.ts'

function aPayout(over: Partial<RunPayout> & { id: string }): RunPayout {
  return {
    clubId: 'c',
    clubName: 'Club',
    amount: '10.50',
    exportedAt: null,
    earlierFile: null,
    problem: null,
    ...over,
  }
}

const AT = '2026-11-21T10:00:00.000Z'

describe('what "all paid" pays', () => {
  it('is what a bank file names, but for unseen changes', () => {
    const sent = aPayout({ id: 'a', exportedAt: AT, problem: 'exported' })
    const late = aPayout({ id: 'b' })
    const changed = aPayout({ id: 'c', exportedAt: AT, problem: 'bankUnreviewed' })
    expect(payablePayouts([sent, late, changed])).toEqual({
      payouts: [sent],
      totalPence: 1_050,
      leftOut: [late, changed],
    })
  })

  it('is nothing before a file was made', () => {
    const late = aPayout({ id: 'b' })
    expect(payablePayouts([late])).toEqual({ payouts: [], totalPence: 0, leftOut: [late] })
  })
})

it('a bank file names what nothing speaks against, and is summed up from that', () => {
  const good = aPayout({ id: 'a' })
  const other = aPayout({ id: 'b', amount: '20.00' })
  const sent = aPayout({ id: 'c', exportedAt: AT, problem: 'exported' })
  expect(nameablePayouts([good, sent, other])).toEqual({ payouts: [good, other], totalPence: 3_050 })
})

it.each([
  [1, '1 payout'],
  [1_000, '1,000 payouts'],
])('%i are %s', (count, words) => {
  expect(countPayouts(count)).toBe(words)
})
