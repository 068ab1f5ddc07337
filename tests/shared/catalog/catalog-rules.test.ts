import { describe, expect, it } from 'vitest'
import {
  findPackageError,
  findPriceError,
  isUnlikelyLength,
  isUnlikelyPrice,
  readPounds,
} from '#shared/catalog/catalog-rules.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'
import { pence } from '#shared/money/money.ts'

describe('pounds as people type them', () => {
  it.each([
    ['60', 6_000],
    ['59.5', 5_950],
    ['59.50', 5_950],
    [' £1,200.05 ', 120_005],
    ['0', 0],
    ['0.30', 30],
    ['1,234,567', 123_456_700],
  ])('%s', (text, amount) => expect(readPounds(text)).toBe(amount))

  it.each([
    ...['', 'sixty', '-1', '1.234', '1e3', '.5', '60 pounds', '12345678901'],
    ...['60,50', '60,5', '1,2345', '1,', ',500', '1200,000', '59,50.00', '1,20,000'],
  ])('but not %j', (text) => {
    expect(readPounds(text)).toBeNull()
  })
})

it.each([
  [0, null],
  [1, catalogMessages.priceTooSmall],
  [29, catalogMessages.priceTooSmall],
  [30, null],
  [1_000_000, null],
  [1_000_001, catalogMessages.priceTooLarge],
])('a price of %d pence', (price, error) => expect(findPriceError(pence(price))).toBe(error))

it.each([
  [6_000, 6_000, false],
  [6_000, 12_000, false],
  [6_000, 12_001, true],
  [6_000, 3_000, false],
  [6_000, 2_999, true],
  [6_000, 0, true],
  [0, 0, false],
  [0, 6_000, true],
])('from %d to %d pence is unlikely: %j', (before, after, expected) => {
  expect(isUnlikelyPrice({ before: pence(before), after: pence(after) })).toBe(expected)
})

describe('the complete package', () => {
  const prices = [6_000, 4_000].map(pence)

  it.each([
    ['may cost something', 4_000, null],
    ['may cost nothing', 10_000, null],
    ['may cost 30p', 9_970, null],
    ['may not cost 29p', 9_971, catalogMessages.packageTooSmall],
  ])('%s', (_what, discount, error) => {
    expect(findPackageError(prices, pence(discount), 'price')).toBe(error)
  })

  it('never falls below nothing, and the words name what is in hand', () => {
    const discount = pence(10_001)
    expect(findPackageError(prices, discount, 'price')).toBe(catalogMessages.packageBelowNothing(discount))
    expect(findPackageError(prices, discount, 'discount')).toBe(
      catalogMessages.discountTooLarge(pence(10_000)),
    )
  })
})

it.each([
  [90 * 60, 90, false],
  [89 * 60 + 10, 90, false],
  [81 * 60, 90, false],
  [80 * 60, 90, true],
  [100 * 60, 90, true],
  [59, 2, true],
  [61, 2, false],
  [24, 84, true],
])('a file of %d s where the catalogue says %d min is unlikely: %s', (seconds, minutes, isUnlikely) => {
  expect(isUnlikelyLength({ seconds, minutes })).toBe(isUnlikely)
})
