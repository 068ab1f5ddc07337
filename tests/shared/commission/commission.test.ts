import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import {
  commissionOn,
  netForCommission,
  platformKeeps,
  reversalFor,
  shareCommission,
} from '#shared/commission/commission.ts'
import { addPence, pence, sumPence } from '#shared/money/money.ts'
import { percent, somePence } from '#tests/support/arbitraries.ts'

describe('commissionOn', () => {
  test('£306 for a package with a code: less £51 VAT and £4.79 fee, 5 % is £12.51', () => {
    const net = netForCommission({ paidPence: pence(30_600), vatPence: pence(5_100), feePence: pence(479) })
    expect(net).toBe(25_021)
    expect(commissionOn(net, 5)).toBe(1_251)
  })

  const table: [net: number, percent: number, commission: number, why: string][] = [
    [4_390, 5, 220, 'half a penny goes up'],
    [4_389, 5, 219, 'less than half goes down'],
    [5_000, 12.5, 625, 'percentages have decimals'],
    [5_000, 100, 5_000, 'all of it'],
    [5_000, 0, 0, 'none of it'],
    [-100, 5, 0, 'a fee above the price costs the referer nothing'],
  ]
  test.each(table)('%d pence at %d %% earn %d: %s', (net, rate, commission) => {
    expect(commissionOn(pence(net), rate)).toBe(commission)
  })

  test.each([-1, 100.5])('%d %% is refused', (rate) => {
    expect(() => commissionOn(pence(100), rate)).toThrow(RangeError)
  })

  property.prop([somePence, somePence, percent])(
    'of two sums is the two commissions, within a penny',
    (a, b, rate) => {
      const apart = addPence(commissionOn(a, rate), commissionOn(b, rate))
      expect(Math.abs(commissionOn(addPence(a, b), rate) - apart)).toBeLessThanOrEqual(1)
    },
  )

  property.prop([somePence, percent])('is never more than the net price', (net, rate) => {
    expect(commissionOn(net, rate)).toBeLessThanOrEqual(net)
  })
})

describe('reversalFor', () => {
  const table: [
    earned: number,
    reversed: number,
    total: number,
    refunded: number,
    now: number,
    why: string,
  ][] = [
    [1_251, 0, 30_600, 30_600, 1_251, 'a full refund reverses it all'],
    [1_251, 0, 30_600, 15_300, 626, 'half of it, half a penny going up'],
    [1_251, 626, 30_600, 30_600, 625, 'the second half is the rest'],
    [1_251, 626, 30_600, 15_300, 0, 'the same news twice reverses once'],
    [1_251, 626, 30_600, 0, -626, 'a refund that failed is given back'],
    [1_200, 626, 30_600, 15_300, -26, 'a fee that was higher than thought counts in what is left'],
    [0, 0, 6_000, 3_000, 0, 'no commission, nothing to reverse'],
    [0, 0, 0, 0, 0, 'an order that cost nothing'],
  ]
  test.each(table)(
    'earned %d, reversed %d, order %d, refunded %d: %d, %s',
    (earned, reversed, total, refunded, now) => {
      const reversal = reversalFor({
        earnedPence: pence(earned),
        reversedSoFarPence: pence(reversed),
        orderTotalPence: pence(total),
        refundedTotalPence: pence(refunded),
      })
      expect(reversal).toBe(now)
    },
  )

  test.each([-1, 101])('%d pence refunded of 100 is refused', (refunded) => {
    const input = { earnedPence: pence(5), reversedSoFarPence: pence(0), orderTotalPence: pence(100) }
    expect(() => reversalFor({ ...input, refundedTotalPence: pence(refunded) })).toThrow(RangeError)
  })

  const refunds = fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 10 })
  property.prop([refunds, fc.integer({ min: 0, max: 5_000 }).map(pence)])(
    'refund by refund, what is reversed grows to what was earned and no further',
    (parts, earnedPence) => {
      const orderTotalPence = sumPence(parts.map(pence))
      let reversedSoFarPence = pence(0)
      let refundedTotalPence = pence(0)
      for (const part of parts) {
        refundedTotalPence = addPence(refundedTotalPence, pence(part))
        const reversal = reversalFor({ earnedPence, reversedSoFarPence, orderTotalPence, refundedTotalPence })
        expect(reversal).toBeGreaterThanOrEqual(0)
        reversedSoFarPence = addPence(reversedSoFarPence, reversal)
        expect(reversedSoFarPence).toBeLessThanOrEqual(earnedPence)
      }
      expect(reversedSoFarPence).toBe(earnedPence)
    },
  )
})

describe('shareCommission', () => {
  test('over the lines of an order, by what was paid', () => {
    const lines = [
      { videoId: 2, paidPence: pence(5_400) },
      { videoId: 5, paidPence: pence(3_600) },
    ]
    expect([...shareCommission(pence(333), lines)]).toEqual([
      [2, 200],
      [5, 133],
    ])
  })
})

describe('platformKeeps', () => {
  test.each([
    [10, 5, 85.5],
    [0, 0, 100],
    [0, 5, 95],
    [100, 5, 0],
    [10, 100, 0],
    [12.5, 7.25, 81.15625],
  ])(
    'with %d %% discount and %d %% commission it keeps %d %%',
    (discountPercent, commissionPercent, kept) => {
      expect(platformKeeps({ discountPercent, commissionPercent })).toBe(kept)
    },
  )

  property.prop([percent, percent])('lies between nothing and all', (discountPercent, commissionPercent) => {
    const kept = platformKeeps({ discountPercent, commissionPercent })
    expect(kept).toBeGreaterThanOrEqual(0)
    expect(kept).toBeLessThanOrEqual(100)
  })
})
