import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test, vi } from 'vitest'
import { addPence, negatePence, pence } from '#shared/money/money.ts'
import { splitGross, vatOn } from '#shared/money/vat.ts'
import { anyPence, somePence, vatRate } from '#tests/support/arbitraries.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { size } from '#tests/support/size.ts'

vi.setConfig({ testTimeout: size(60_000, 300_000) })

describe('splitGross', () => {
  const table: [total: number, rate: number, exVat: number, vat: number, why: string][] = [
    [34_000, 0.2, 28_333, 5_667, 'the complete package'],
    [10_800, 0.2, 9_000, 1_800, 'two films with a club code'],
    [6_000, 0.2, 5_000, 1_000, 'one film'],
    [4_000, 0.2, 3_333, 667, 'one film at £40'],
    [3, 0.2, 2, 1, 'half a penny of VAT goes up'],
    [9, 0.2, 7, 2, 'one and a half too'],
    [2, 0.2, 2, 0, 'a third of a penny goes down'],
    [-3, 0.2, -2, -1, 'a credit is the charge with its sign turned'],
    [0, 0.2, 0, 0, 'nothing has no VAT'],
    [6_000, 0, 6_000, 0, 'a seller without a VAT number'],
    [2_100, 0.05, 2_000, 100, 'the reduced rate'],
    [2_350, 0.175, 2_000, 350, 'the rate until 2010'],
    [10_725, 0.0725, 10_000, 725, 'four decimals'],
  ]
  test.each(table)('%d at %d is %d and %d: %s', (total, rate, exVat, vat) => {
    expect(splitGross(pence(total), rate)).toEqual({ exVatPence: exVat, vatPence: vat })
  })

  test.each([-0.01, 0.00001, Number.NaN, Number.POSITIVE_INFINITY])('a rate of %d is refused', (rate) => {
    expect(() => splitGross(pence(100), rate)).toThrow(RangeError)
  })

  test('at 20 %, net and VAT make the price and VAT is a sixth of it, half up', () => {
    const step = size(97, 1)
    const wrong: number[] = []
    for (let total = 0; total <= 1_000_000; total += step) {
      const { exVatPence, vatPence } = splitGross(pence(total), 0.2)
      const sixthsOver = 6 * vatPence - total
      if (exVatPence + vatPence !== total || sixthsOver <= -3 || sixthsOver > 3) wrong.push(total)
    }
    expect(wrong).toEqual([])
    recordReliability('VAT', Math.floor(1_000_000 / step) + 1, 'totals from 0p to 1,000,000p')
  })

  property.prop([anyPence, vatRate])('the parts make the whole', (total, rate) => {
    const { exVatPence, vatPence } = splitGross(total, rate)
    expect(addPence(exVatPence, vatPence)).toBe(total)
  })

  property.prop([somePence, vatRate])('VAT is the nearest penny, a half going up', (total, rate) => {
    const units = BigInt(Math.round(rate * 10_000))
    const { vatPence } = splitGross(total, rate)
    const over = BigInt(vatPence) * (10_000n + units) - BigInt(total) * units
    expect(2n * over > -(10_000n + units) && 2n * over <= 10_000n + units).toBe(true)
  })

  property.prop([somePence, fc.integer({ min: 0, max: 10_000 }).map(pence), vatRate])(
    'a higher price never carries less VAT, nor less without it',
    (total, more, rate) => {
      const low = splitGross(total, rate)
      const high = splitGross(addPence(total, more), rate)
      expect(high.vatPence).toBeGreaterThanOrEqual(low.vatPence)
      expect(high.exVatPence).toBeGreaterThanOrEqual(low.exVatPence)
    },
  )

  property.prop([anyPence, vatRate])('a credit mirrors its charge', (total, rate) => {
    const charged = splitGross(total, rate)
    expect(splitGross(negatePence(total), rate)).toEqual({
      exVatPence: negatePence(charged.exVatPence),
      vatPence: negatePence(charged.vatPence),
    })
  })
})

describe('vatOn', () => {
  test.each([
    [6_814, 0.2, 1_363],
    [5_290, 0.2, 1_058],
    [1_000, 0.2, 200],
    [2, 0.25, 1],
    [1_000, 0, 0],
  ])('on %d at %d comes %d', (net, rate, vat) => {
    expect(vatOn(pence(net), rate)).toBe(vat)
  })

  property.prop([somePence, vatRate])('what was put on is what is taken apart, to the penny', (net, rate) => {
    const split = splitGross(addPence(net, vatOn(net, rate)), rate)
    expect(Math.abs(split.exVatPence - net)).toBeLessThanOrEqual(1)
  })
})
