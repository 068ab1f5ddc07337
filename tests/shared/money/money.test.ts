import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import {
  addPence,
  formatPounds,
  largerPence,
  negatePence,
  parsePounds,
  pence,
  percentOf,
  type Rounding,
  scalePence,
  smallerPence,
  subtractPence,
  sumPence,
  toPounds,
  wholeUnits,
} from '#shared/money/money.ts'
import { anyPence, percent, somePence } from '#tests/support/arbitraries.ts'

describe('pence', () => {
  test.each([0, 1, -1, 34_000, Number.MAX_SAFE_INTEGER])('%d is an amount', (value) => {
    expect(pence(value)).toBe(value)
  })

  test.each([0.5, 1e-9, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is none', (value) => {
    expect(() => pence(value)).toThrow(RangeError)
  })

  test('there is one zero', () => {
    expect(Object.is(pence(-0), 0)).toBe(true)
    expect(Object.is(negatePence(pence(0)), 0)).toBe(true)
  })

  test('sums, differences, the smaller and the larger', () => {
    expect(addPence(pence(38_000), pence(-4_000))).toBe(34_000)
    expect(subtractPence(pence(38_000), pence(4_000))).toBe(34_000)
    expect(sumPence([])).toBe(0)
    expect(sumPence([pence(6_000), pence(6_000), pence(4_000)])).toBe(16_000)
    expect(smallerPence(pence(-1), pence(2))).toBe(-1)
    expect(largerPence(pence(-1), pence(2))).toBe(2)
  })

  test('a sum that leaves the safe range is refused, not rounded', () => {
    expect(() => addPence(pence(Number.MAX_SAFE_INTEGER), pence(1))).toThrow(RangeError)
  })
})

describe('on the wire', () => {
  const table: [amount: number, text: string][] = [
    [0, '0.00'],
    [5, '0.05'],
    [6_000, '60.00'],
    [34_099, '340.99'],
    [-1_200, '-12.00'],
    [-5, '-0.05'],
    [1_000_000_000, '10000000.00'],
  ]
  test.each(table)('%d pence are "%s"', (amount, text) => {
    expect(toPounds(pence(amount))).toBe(text)
    expect(parsePounds(text)).toBe(amount)
  })

  test.each([
    '',
    '60',
    '60.0',
    '60.000',
    '.50',
    '060.00',
    '-0.00',
    '+1.00',
    '1e2.00',
    ' 1.00',
    '£1.00',
    '1,000.00',
    '1.00\n',
    '99999999999999999.00',
  ])('"%s" is refused', (text) => {
    expect(() => parsePounds(text)).toThrow(RangeError)
  })

  property.prop([anyPence])('reading gives back what was written', (amount) => {
    expect(parsePounds(toPounds(amount))).toBe(amount)
  })
})

describe('for people', () => {
  const table: [amount: number, plain: string, sums: string][] = [
    [4_000, '£40', '£40.00'],
    [34_000, '£340', '£340.00'],
    [750, '£7.50', '£7.50'],
    [0, '£0', '£0.00'],
    [-1_200, '−£12', '−£12.00'],
    [-5, '−£0.05', '−£0.05'],
    [99_999, '£999.99', '£999.99'],
    [100_000, '£1,000', '£1,000.00'],
    [123_456_789, '£1,234,567.89', '£1,234,567.89'],
  ]
  test.each(table)('%d pence read %s, in sums %s', (amount, plain, sums) => {
    expect(formatPounds(pence(amount))).toBe(plain)
    expect(formatPounds(pence(amount), { sums: true })).toBe(sums)
  })
})

describe('percentOf', () => {
  const table: [amount: number, percent: number, rounding: Rounding, expected: number][] = [
    [34_000, 10, 'halfUpToPound', 3_400],
    [16_000, 10, 'halfUpToPound', 1_600],
    [6_000, 15, 'halfUpToPound', 900],
    [6_000, 2.5, 'halfUpToPound', 200],
    [6_000, 2.49, 'halfUpToPound', 100],
    [5_000, 1, 'halfUpToPound', 100],
    [4_999, 1, 'halfUpToPound', 0],
    [10, 5, 'halfUpToPenny', 1],
    [9, 5, 'halfUpToPenny', 0],
    [-10, 5, 'halfUpToPenny', -1],
    [-9, 5, 'halfUpToPenny', 0],
    // 1.005 × 100 is 100.49999999999999 in floating point; 1.15 % of £100 is a plain 115p.
    [10_000, 1.15, 'halfUpToPenny', 115],
    [100, 100, 'halfUpToPenny', 100],
    [1_000_000_000, 99.99, 'halfUpToPenny', 999_900_000],
  ]
  test.each(table)('of %d pence %d %% is, %s, %d', (amount, rate, rounding, expected) => {
    expect(percentOf(pence(amount), rate, rounding)).toBe(expected)
  })

  test('a third decimal is refused', () => {
    expect(() => percentOf(pence(100), 0.125, 'halfUpToPenny')).toThrow(RangeError)
  })

  property.prop([anyPence, percent])('is the nearest penny, a half going up in size', (amount, rate) => {
    const exact = BigInt(amount) * BigInt(Math.round(rate * 100))
    const rounded = BigInt(percentOf(amount, rate, 'halfUpToPenny')) * 10_000n
    const over = amount < 0 ? exact - rounded : rounded - exact
    expect(over > -5_000n && over <= 5_000n).toBe(true)
  })

  property.prop([somePence, percent])('to the pound is whole pounds, at most 50p off', (amount, rate) => {
    const rounded = percentOf(amount, rate, 'halfUpToPound')
    expect(rounded % 100).toBe(0)
    const difference = BigInt(rounded) * 10_000n - BigInt(amount) * BigInt(Math.round(rate * 100))
    expect(difference > -500_000n && difference <= 500_000n).toBe(true)
  })

  property.prop([anyPence, percent, fc.constantFrom<Rounding>('halfUpToPenny', 'halfUpToPound')])(
    'of a negative amount is the same with the sign turned',
    (amount, rate, rounding) => {
      const turned = negatePence(percentOf(amount, rate, rounding))
      expect(percentOf(negatePence(amount), rate, rounding)).toBe(turned)
    },
  )
})

describe('scalePence', () => {
  test('is exact where floating point is not', () => {
    const amount = pence(Number.MAX_SAFE_INTEGER)
    const scaled = scalePence({ amount, numerator: 3, denominator: 3, rounding: 'halfUpToPenny' })
    expect(scaled).toBe(Number.MAX_SAFE_INTEGER)
  })

  test.each([0, -1])('a denominator of %d is refused', (denominator) => {
    const scale = () => scalePence({ amount: pence(1), numerator: 1, denominator, rounding: 'halfUpToPenny' })
    expect(scale).toThrow(RangeError)
  })
})

describe('wholeUnits', () => {
  test.each([
    [12.5, 2, 1_250],
    [1.15, 2, 115],
    [0.0725, 4, 725],
    [-0.01, 2, -1],
    [0, 4, 0],
  ])('%d to %d decimals is %d', (value, decimals, units) => {
    expect(wholeUnits(value, decimals)).toBe(units)
  })

  test.each([0.1 + 0.2, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
    '%d has no two decimals',
    (value) => {
      expect(() => wholeUnits(value, 2)).toThrow(RangeError)
    },
  )

  property.prop([fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 4 })])(
    'reads every decimal number back',
    (units, decimals) => {
      expect(wholeUnits(units / 10 ** decimals, decimals)).toBe(units)
    },
  )
})
