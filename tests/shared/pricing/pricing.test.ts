import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test, vi } from 'vitest'
import { pence, sumPence } from '#shared/money/money.ts'
import { chargeability, type QuoteInput, quote } from '#shared/pricing/pricing.ts'
import { percent, smallPence, vatRate } from '#tests/support/arbitraries.ts'
import { size } from '#tests/support/size.ts'
import { CATALOG, CATALOG_TERMS } from '../../../prisma/seed/new-catalog.ts'

vi.setConfig({ testTimeout: size(60_000, 300_000) })

const everything = [1, 2, 3, 4, 5, 6, 7]

function inputWith(overrides: Partial<QuoteInput>): QuoteInput {
  return {
    catalog: CATALOG,
    terms: CATALOG_TERMS,
    ownedVideoIds: [],
    cartVideoIds: [],
    referral: null,
    vatRate: 0.2,
    collectionDiscountUsed: false,
    ...overrides,
  }
}

const hedgerow = { code: 'HEDGEROW17', discountPercent: 10, clubName: 'Hedgerow Flying Club' }

describe('quote', () => {
  test('one video', () => {
    expect(quote(inputWith({ cartVideoIds: [1] }))).toMatchObject({
      subtotalPence: 6_000,
      collectionDiscount: 'none',
      totalPence: 6_000,
      exVatPence: 5_000,
      vatPence: 1_000,
      isBundle: false,
      upgrade: null,
    })
  })

  test('the complete package: £380 − £40 = £340', () => {
    expect(quote(inputWith({ cartVideoIds: everything }))).toMatchObject({
      subtotalPence: 38_000,
      collectionDiscount: 'bundle',
      collectionDiscountPence: 4_000,
      totalPence: 34_000,
      exVatPence: 28_333,
      vatPence: 5_667,
      isBundle: true,
      upgrade: null,
      remaining: null,
    })
  })

  test('two videos with a code: £120 − £12 = £108, of which £18 VAT', () => {
    expect(quote(inputWith({ cartVideoIds: [2, 3], referral: hedgerow }))).toMatchObject({
      referral: hedgerow,
      referralPercent: 10,
      referralDiscountPence: 1_200,
      totalPence: 10_800,
      exVatPence: 9_000,
      vatPence: 1_800,
    })
  })

  test('the code applies after the collection discount: £340 − £34', () => {
    const { referralDiscountPence, totalPence } = quote(
      inputWith({ cartVideoIds: everything, referral: hedgerow }),
    )
    expect([referralDiscountPence, totalPence]).toEqual([3_400, 30_600])
  })

  test('completing a collection earns the £40 once, and not the longer term', () => {
    const completing = inputWith({ ownedVideoIds: [1, 2, 3], cartVideoIds: [4, 5, 6, 7] })
    expect(quote(completing)).toMatchObject({
      collectionDiscount: 'completion',
      totalPence: 16_000,
      isBundle: false,
    })
    expect(quote({ ...completing, collectionDiscountUsed: true }).totalPence).toBe(20_000)
  })

  test('all seven in one order cost £340 every time', () => {
    expect(quote(inputWith({ cartVideoIds: everything, collectionDiscountUsed: true })).totalPence).toBe(
      34_000,
    )
  })

  test('owned, unknown and repeated ids are not charged', () => {
    const priced = quote(inputWith({ ownedVideoIds: [1], cartVideoIds: [3, 1, 3, 42] }))
    expect(priced.lines.map(({ videoId }) => videoId)).toEqual([3])
    expect(priced).toMatchObject({ totalPence: 6_000, droppedOwned: [1], unknown: [42] })
  })

  test('an empty cart costs nothing, with any owned videos', () => {
    const empty = {
      lines: [],
      subtotalPence: 0,
      collectionDiscountPence: 0,
      totalPence: 0,
      vatPence: 0,
      isBundle: false,
    }
    expect(quote(inputWith({ referral: hedgerow }))).toMatchObject(empty)
    expect(quote(inputWith({ ownedVideoIds: everything, cartVideoIds: everything }))).toMatchObject(empty)
  })

  test.each([
    [1, false],
    [2, true],
    [6, true],
    [7, false],
  ])('with %d videos in the cart the upgrade prompt shows: %j', (count, isShown) => {
    expect(quote(inputWith({ cartVideoIds: everything.slice(0, count) })).upgrade !== null).toBe(isShown)
  })

  test('the prompt says what the rest costs: £340 − £120', () => {
    expect(quote(inputWith({ cartVideoIds: [1, 2] })).upgrade).toMatchObject({
      addVideoIds: [3, 4, 5, 6, 7],
      extraPence: 22_000,
      savingPence: 4_000,
      months: 12,
    })
  })
})

describe('the laws of a quote', () => {
  const ids = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 })
  const input = fc.record({
    catalog: fc
      .array(smallPence, { minLength: 7, maxLength: 7 })
      .map((prices) =>
        prices.map((pricePence, index) => ({ id: index + 1, title: `Film ${index + 1}`, pricePence })),
      ),
    terms: smallPence.map((collectionDiscountPence) => ({ ...CATALOG_TERMS, collectionDiscountPence })),
    ownedVideoIds: ids,
    cartVideoIds: fc.oneof(ids, fc.constant(everything)),
    referral: fc.option(percent.map((discountPercent) => ({ code: 'HEDGEROW17', discountPercent }))),
    vatRate,
    collectionDiscountUsed: fc.boolean(),
  })
  const numRuns = size(200, 5_000)

  property.prop([input], { numRuns })(
    'discounts take from the subtotal, and VAT is inside the total',
    (given) => {
      const { subtotalPence, collectionDiscountPence, referralDiscountPence, ...priced } = quote(given)
      expect(subtotalPence - collectionDiscountPence - referralDiscountPence).toBe(priced.totalPence)
      expect(priced.exVatPence + priced.vatPence).toBe(priced.totalPence)
      expect(
        Math.min(collectionDiscountPence, referralDiscountPence, priced.totalPence),
      ).toBeGreaterThanOrEqual(0)
    },
  )

  property.prop([input], { numRuns })('the lines are the order', (given) => {
    const priced = quote(given)
    expect(sumPence(priced.lines.map((line) => line.listPence))).toBe(priced.subtotalPence)
    expect(sumPence(priced.lines.map((line) => line.netOfDiscountsPence))).toBe(priced.totalPence)
    expect(sumPence(priced.lines.map((line) => line.exVatPence))).toBe(priced.exVatPence)
    expect(sumPence(priced.lines.map((line) => line.vatPence))).toBe(priced.vatPence)
  })

  property.prop([input], { numRuns })('order, repeated, owned and unknown ids change nothing', (given) => {
    const { droppedOwned: _, unknown: __, ...priced } = quote(given)
    const cartVideoIds = priced.lines.map(({ videoId }) => videoId).reverse()
    expect(quote({ ...given, cartVideoIds })).toEqual({ ...priced, droppedOwned: [], unknown: [] })
  })

  property.prop([input], { numRuns })('a code never raises the price', (given) => {
    expect(quote(given).totalPence).toBeLessThanOrEqual(quote({ ...given, referral: null }).totalPence)
  })

  property.prop([input], { numRuns })(
    'the discount for completing, once used, is not given again',
    (given) => {
      const priced = quote({ ...given, collectionDiscountUsed: true })
      expect(priced.collectionDiscountPence > 0 && !priced.isBundle).toBe(false)
    },
  )

  property.prop([input], { numRuns })('the upgrade costs what it says', (given) => {
    const before = quote(given)
    fc.pre(before.remaining !== null)
    const { addVideoIds = [], ...said } = before.remaining ?? {}
    const after = quote({ ...given, cartVideoIds: [...given.cartVideoIds, ...addVideoIds] })
    expect(said).toMatchObject({
      totalPence: after.totalPence,
      extraPence: after.totalPence - before.totalPence,
      savingPence: after.collectionDiscountPence,
      isBundle: after.isBundle,
    })
    expect(after.remaining).toBeNull()
  })
})

describe('chargeability', () => {
  test.each([
    [0, 'free'],
    [1, 'too-small'],
    [29, 'too-small'],
    [30, 'chargeable'],
    [34_000, 'chargeable'],
  ])('%d pence are %s', (total, expected) => {
    expect(chargeability(pence(total))).toBe(expected)
  })
})
