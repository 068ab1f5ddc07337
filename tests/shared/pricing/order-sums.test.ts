import { describe, expect, test } from 'vitest'
import { pence } from '#shared/money/money.ts'
import { sumUp } from '#shared/pricing/order-sums.ts'
import { CATALOG_TERMS } from '../../../prisma/seed/new-catalog.ts'

type Row = [prices: number[], owned: number, used: boolean, percent: number, discount: string, total: number]

function sumsOf([prices, ownedCount, collectionDiscountUsed, referralPercent]: Row) {
  const videos = prices.map((price, index) => ({
    id: index + 1,
    title: `Film ${index + 1}`,
    pricePence: pence(price),
  }))
  return sumUp(
    { videos, ownedCount, renewedCount: 0 },
    { terms: CATALOG_TERMS, referralPercent, collectionDiscountUsed },
  )
}

const seven = [6_000, 6_000, 6_000, 6_000, 4_000, 6_000, 4_000]

describe('sumUp', () => {
  const table: Row[] = [
    [seven, 0, false, 0, 'bundle', 34_000],
    [seven, 0, true, 0, 'bundle', 34_000],
    [seven, 0, false, 10, 'bundle', 30_600],
    [[6_000, 6_000], 5, false, 0, 'completion', 8_000],
    [[6_000, 6_000], 5, true, 0, 'none', 12_000],
    [[6_000, 6_000], 4, false, 0, 'none', 12_000],
    [[6_000, 6_000], 0, false, 10, 'none', 10_800],
    [[6_000], 0, false, 2.5, 'none', 5_800],
    [[6_000], 0, false, 100, 'none', 0],
    [[4_000], 6, false, 0, 'completion', 0],
    [[3_000], 6, false, 50, 'completion', 0],
    [[50], 0, false, 100, 'none', 0],
    [[], 7, false, 10, 'none', 0],
    [[], 0, false, 10, 'none', 0],
  ]
  test.each(table)('%j with %d owned, discount used %j, code %d %%: %s, %d pence', (...row) => {
    const sums = sumsOf(row)
    expect([sums.collectionDiscount, sums.totalPence]).toEqual([row[4], row[5]])
    const discounts = sums.collectionDiscountPence + sums.referralDiscountPence
    expect(sums.subtotalPence - discounts).toBe(sums.totalPence)
  })

  test('a discount is never more than the sum', () => {
    expect(sumsOf([[3_000], 6, false, 0, '', 0]).collectionDiscountPence).toBe(3_000)
    expect(sumsOf([[50], 0, false, 100, '', 0]).referralDiscountPence).toBe(50)
  })

  test.each([-1, 100.01, Number.NaN])('a code of %d %% is refused', (percent) => {
    expect(() => sumsOf([[6_000], 0, false, percent, '', 0])).toThrow(RangeError)
  })
})

describe('a renewal', () => {
  const renewing = (count: number, ownedCount: number, renewedCount: number) => {
    const videos = Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      title: `Film ${index + 1}`,
      pricePence: pence(6_000),
    }))
    const pricing = { terms: CATALOG_TERMS, referralPercent: 0, collectionDiscountUsed: false }
    return sumUp({ videos, ownedCount, renewedCount }, pricing).collectionDiscount
  }

  test('completes no collection, but is no hindrance to what does', () => {
    expect(renewing(1, 6, 1)).toBe('none')
    expect(renewing(3, 4, 1)).toBe('completion')
    expect(renewing(7, 0, 7)).toBe('bundle')
  })
})
