import { describe, expect, test } from 'vitest'
import { pence } from '#shared/money/money.ts'
import { sortCart } from '#shared/pricing/cart.ts'
import { sumUp } from '#shared/pricing/order-sums.ts'
import { findUpgrade, oneByOnePence } from '#shared/pricing/upgrade.ts'
import { CATALOG, CATALOG_TERMS } from '../../../prisma/seed/new-catalog.ts'

function upgradeFrom(input: {
  owned?: number[]
  renewable?: number[]
  cart?: number[]
  percent?: number
  used?: boolean
}) {
  const cart = sortCart({
    catalog: CATALOG,
    ownedVideoIds: input.owned ?? [],
    renewableVideoIds: input.renewable ?? [],
    cartVideoIds: input.cart ?? [],
  })
  const pricing = {
    terms: CATALOG_TERMS,
    referralPercent: input.percent ?? 0,
    collectionDiscountUsed: input.used ?? false,
  }
  return findUpgrade(cart, pricing, sumUp(cart, pricing))
}

describe('findUpgrade', () => {
  test('Navigation and Meteorology in the cart, Air Law owned: the other four for £160', () => {
    expect(upgradeFrom({ owned: [1], cart: [2, 3] })).toEqual({
      addVideoIds: [4, 5, 6, 7],
      ownedCount: 1,
      addListPence: 20_000,
      extraPence: 16_000,
      totalPence: 28_000,
      savingPence: 4_000,
      isBundle: false,
      months: 3,
    })
  })

  test('from an empty cart it is the complete package: £340, £40 less, for 12 months', () => {
    expect(upgradeFrom({})).toMatchObject({
      addListPence: 38_000,
      extraPence: 34_000,
      totalPence: 34_000,
      savingPence: 4_000,
      isBundle: true,
      months: 12,
    })
  })

  test('two videos in the cart of a new student: five more make the package', () => {
    expect(upgradeFrom({ cart: [1, 2] })).toMatchObject({
      extraPence: 22_000,
      totalPence: 34_000,
      isBundle: true,
    })
  })

  test('a code of 10 % counts for what is added', () => {
    expect(upgradeFrom({ cart: [1, 2], percent: 10 })).toMatchObject({
      extraPence: 19_800,
      totalPence: 30_600,
    })
  })

  test('the saving of a completed collection is not promised twice', () => {
    expect(upgradeFrom({ owned: [1], cart: [2, 3], used: true })).toMatchObject({
      extraPence: 20_000,
      savingPence: 0,
    })
  })

  test('of an owner whose whole collection can be renewed it is the package again', () => {
    const all = [1, 2, 3, 4, 5, 6, 7]
    expect(upgradeFrom({ owned: all, renewable: all, cart: [1, 2], used: true })).toMatchObject({
      addVideoIds: [3, 4, 5, 6, 7],
      ownedCount: 0,
      totalPence: 34_000,
      savingPence: 4_000,
      isBundle: true,
    })
  })

  test('nothing is left to add', () => {
    expect(upgradeFrom({ cart: [1, 2, 3, 4, 5, 6, 7] })).toBeNull()
    expect(upgradeFrom({ owned: [1, 2, 3, 4, 5, 6, 7] })).toBeNull()
    expect(upgradeFrom({ owned: [1, 2, 3, 4, 5], cart: [6, 7] })).toBeNull()
  })
})

describe('oneByOnePence', () => {
  test.each([
    [0, 38_000],
    [10, 34_200],
    [100, 0],
  ])('a code of %d%% makes of seven videos one by one %d', (referralPercent, pence) => {
    expect(oneByOnePence(CATALOG, { terms: CATALOG_TERMS, referralPercent })).toBe(pence)
  })

  test('each price is rounded by itself, and no collection discount comes off', () => {
    const [first] = CATALOG
    if (!first) throw new Error('The catalog is empty')
    const odd = { ...first, pricePence: pence(4_550) }
    // 10% of £45.50 is £5, to the pound.
    expect(oneByOnePence([odd, odd], { terms: CATALOG_TERMS, referralPercent: 10 })).toBe(8_100)
  })
})
