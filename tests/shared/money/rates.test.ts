import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import {
  basisPointsToPercent,
  basisPointsToRate,
  checkedPercent,
  percentToBasisPoints,
  rateToBasisPoints,
  rateToPercent,
} from '#shared/money/rates.ts'

const basisPoints = fc.integer({ min: 0, max: 100_000 })

describe('percentages and rates', () => {
  test('as the shop uses them', () => {
    expect(percentToBasisPoints(10)).toBe(1_000)
    expect(percentToBasisPoints(12.5)).toBe(1_250)
    expect(basisPointsToPercent(500)).toBe(5)
    expect(rateToBasisPoints(0.2)).toBe(2_000)
    expect(basisPointsToRate(2_000)).toBe(0.2)
    expect(rateToPercent(0.2)).toBe(20)
    expect(rateToPercent(0.175)).toBe(17.5)
  })

  test.each([0.001, 33.333])('%d %% has too many decimals', (percent) => {
    expect(() => percentToBasisPoints(percent)).toThrow(RangeError)
  })

  test.each([-0.01, 100.01, Number.NaN])('%d is no percentage', (percent) => {
    expect(() => checkedPercent(percent)).toThrow(RangeError)
  })

  property.prop([basisPoints])('nothing is lost on the way to the database and back', (stored) => {
    expect(percentToBasisPoints(basisPointsToPercent(stored))).toBe(stored)
    expect(rateToBasisPoints(basisPointsToRate(stored))).toBe(stored)
  })
})
