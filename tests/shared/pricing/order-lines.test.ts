import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { pence, sumPence } from '#shared/money/money.ts'
import { splitGross } from '#shared/money/vat.ts'
import type { PricedVideo } from '#shared/pricing/cart.ts'
import { type QuoteLine, shareOverLines, splitAtRate } from '#shared/pricing/order-lines.ts'
import type { OrderSums } from '#shared/pricing/order-sums.ts'
import { smallPence, vatRate } from '#tests/support/arbitraries.ts'

function videosAt(prices: number[]): PricedVideo[] {
  return prices.map((price, index) => ({
    id: index + 1,
    title: `Film ${index + 1}`,
    pricePence: pence(price),
  }))
}

function linesOf(prices: number[], collection: number, referral: number, rate = 0.2) {
  const videos = videosAt(prices)
  const subtotalPence = sumPence(videos.map(({ pricePence }) => pricePence))
  const totalPence = pence(subtotalPence - collection - referral)
  const sums: OrderSums = {
    subtotalPence,
    collectionDiscount: 'bundle',
    collectionDiscountPence: pence(collection),
    referralDiscountPence: pence(referral),
    totalPence,
  }
  const { vatPence } = splitGross(totalPence, rate)
  return { lines: shareOverLines({ videos, sums, vatPence }), sums, vatPence }
}

function columnOf(lines: QuoteLine[], name: Exclude<keyof QuoteLine, 'title'>) {
  return lines.map((line) => line[name])
}

const seven = [6_000, 6_000, 6_000, 6_000, 4_000, 6_000, 4_000]

describe('shareOverLines', () => {
  test('the complete package: £40 by list price, VAT by what is paid', () => {
    const { lines } = linesOf(seven, 4_000, 0)
    expect(columnOf(lines, 'discountPence')).toEqual([632, 632, 632, 631, 421, 631, 421])
    expect(columnOf(lines, 'netOfDiscountsPence')).toEqual([5_368, 5_368, 5_368, 5_369, 3_579, 5_369, 3_579])
    expect(columnOf(lines, 'vatPence')).toEqual([895, 895, 895, 895, 596, 895, 596])
  })

  test('two videos with a code of 10 %', () => {
    const { lines } = linesOf([6_000, 6_000], 0, 1_200)
    expect(lines[0]).toEqual({
      videoId: 1,
      title: 'Film 1',
      listPence: 6_000,
      discountPence: 0,
      referralSharePence: 600,
      netOfDiscountsPence: 5_400,
      exVatPence: 4_500,
      vatPence: 900,
    })
  })

  test('a package of £0 has lines of £0', () => {
    const { lines } = linesOf(seven, 4_000, 34_000)
    expect(columnOf(lines, 'netOfDiscountsPence')).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  test('VAT follows the price paid, not the list price', () => {
    const { lines } = linesOf([100, 100, 100, 100, 100, 100], 597, 0)
    expect(columnOf(lines, 'netOfDiscountsPence')).toEqual([0, 0, 0, 1, 1, 1])
    expect(columnOf(lines, 'vatPence')).toEqual([0, 0, 0, 1, 0, 0])
  })

  test('no lines share nothing', () => {
    expect(linesOf([], 0, 0).lines).toEqual([])
  })

  const order = fc
    .record({
      prices: fc.array(smallPence, { minLength: 1, maxLength: 9 }),
      collectionPart: fc.integer({ min: 0, max: 1_000 }),
      referralPart: fc.integer({ min: 0, max: 1_000 }),
      rate: vatRate,
    })
    .map(({ prices, collectionPart, referralPart, rate }) => {
      const subtotal = sumPence(prices)
      const collection = Math.floor((subtotal * collectionPart) / 1_000)
      const referral = Math.floor(((subtotal - collection) * referralPart) / 1_000)
      return { prices, collection, referral, rate }
    })

  property.prop([order])('every column sums to the order', ({ prices, collection, referral, rate }) => {
    const { lines, sums, vatPence } = linesOf(prices, collection, referral, rate)
    expect(sumPence(lines.map((line) => line.listPence))).toBe(sums.subtotalPence)
    expect(sumPence(lines.map((line) => line.discountPence))).toBe(collection)
    expect(sumPence(lines.map((line) => line.referralSharePence))).toBe(referral)
    expect(sumPence(lines.map((line) => line.netOfDiscountsPence))).toBe(sums.totalPence)
    expect(sumPence(lines.map((line) => line.vatPence))).toBe(vatPence)
  })

  property.prop([order])('every line adds up, and no part of it is below 0', (given) => {
    const { lines } = linesOf(given.prices, given.collection, given.referral, given.rate)
    for (const line of lines) {
      expect(line.listPence - line.discountPence - line.referralSharePence).toBe(line.netOfDiscountsPence)
      expect(line.exVatPence + line.vatPence).toBe(line.netOfDiscountsPence)
      const parts = [line.discountPence, line.referralSharePence, line.netOfDiscountsPence, line.exVatPence]
      expect(Math.min(...parts, line.vatPence)).toBeGreaterThanOrEqual(0)
    }
  })

  property.prop([order])('a line pays its exact part of the total, within a penny', (given) => {
    const { lines, sums } = linesOf(given.prices, given.collection, given.referral, given.rate)
    fc.pre(sums.subtotalPence > 0)
    for (const line of lines) {
      const difference = line.netOfDiscountsPence * sums.subtotalPence - sums.totalPence * line.listPence
      expect(Math.abs(difference)).toBeLessThan(sums.subtotalPence)
    }
  })

  property.prop([order])('a line carries its exact part of the VAT, within a penny', (given) => {
    const { lines, sums, vatPence } = linesOf(given.prices, given.collection, given.referral, given.rate)
    for (const line of lines) {
      const difference = line.vatPence * sums.totalPence - vatPence * line.netOfDiscountsPence
      expect(Math.abs(difference)).toBeLessThan(Math.max(sums.totalPence, 1))
    }
  })
})

describe('splitAtRate', () => {
  test('another rate moves net and VAT and nothing that is paid', () => {
    const { lines, sums } = linesOf(seven, 4_000, 0)
    const order = {
      totalPence: sums.totalPence,
      lines: lines.map(({ videoId, netOfDiscountsPence }) => ({ videoId, grossPence: netOfDiscountsPence })),
    }
    const again = splitAtRate(order, 0.25)
    expect(again).toMatchObject({ exVatPence: 27_200, vatPence: 6_800 })
    expect(sumPence(again.lines.map(({ vatPence }) => vatPence))).toBe(6_800)
    for (const { grossPence, exVatPence, vatPence } of again.lines) {
      expect(exVatPence + vatPence).toBe(grossPence)
    }
    // At its own rate it is what it was.
    expect(splitAtRate(order, 0.2).lines.map(({ vatPence }) => vatPence)).toEqual(columnOf(lines, 'vatPence'))
  })
})
