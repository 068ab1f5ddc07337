import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { negatePence, pence, sumPence } from '#shared/money/money.ts'
import { shareByWeight, shareOf, type Weight } from '#shared/money/shares.ts'
import { anyPence, somePence } from '#tests/support/arbitraries.ts'

const listPrices = [6_000, 6_000, 6_000, 6_000, 4_000, 6_000, 4_000]

function weigh(weights: number[]): Weight[] {
  return weights.map((weight, index) => ({ id: index + 1, weight: pence(weight) }))
}

const someWeights = fc
  .array(fc.oneof(somePence, fc.constant(pence(0))), { minLength: 1, maxLength: 12 })
  .map(weigh)

describe('shareByWeight', () => {
  const table: [total: number, weights: number[], shares: number[], why: string][] = [
    [4_000, listPrices, [632, 632, 632, 631, 421, 631, 421], '£40 over the seven list prices'],
    [5_667, listPrices, [895, 895, 895, 895, 596, 895, 596], 'VAT of the complete package'],
    [100, [1, 1, 1], [34, 33, 33], 'a tie goes to the smaller id'],
    [1, [1, 2, 2], [0, 1, 0], 'the largest remainder comes first'],
    [7, [0, 3, 0], [0, 7, 0], 'no weight, no share'],
    [5, [0, 0], [3, 2], 'without any weight the shares are equal'],
    [0, [5, 7], [0, 0], 'nothing to share'],
    [-100, [1, 1, 1], [-34, -33, -33], 'what was shared is taken back the same way'],
    [0, [], [], 'nothing for no recipients'],
  ]
  test.each(table)('%d over %j is %j: %s', (total, weights, shares) => {
    expect([...shareByWeight(pence(total), weigh(weights)).values()]).toEqual(shares)
  })

  test('the order of the lines does not matter', () => {
    const shares = shareByWeight(pence(100), weigh([1, 1, 1]).reverse())
    expect([shareOf(shares, 1), shareOf(shares, 2), shareOf(shares, 3)]).toEqual([34, 33, 33])
    expect(shareOf(shares, 4)).toBe(0)
  })

  test('a negative weight, a duplicate id, and an amount without recipients are refused', () => {
    const one = { id: 1, weight: pence(1) }
    expect(() => shareByWeight(pence(1), [{ id: 1, weight: pence(-1) }])).toThrow(RangeError)
    expect(() => shareByWeight(pence(1), [one, one])).toThrow(RangeError)
    expect(() => shareByWeight(pence(1), [])).toThrow(RangeError)
  })

  property.prop([anyPence, someWeights])('the shares sum to the amount', (total, weights) => {
    expect(sumPence(shareByWeight(total, weights).values())).toBe(total)
  })

  property.prop([somePence, someWeights])(
    'every share is its exact share, rounded down or up',
    (total, weights) => {
      const sum = BigInt(sumPence(weights.map(({ weight }) => weight)))
      fc.pre(sum > 0n)
      const shares = shareByWeight(total, weights)
      for (const { id, weight } of weights) {
        const difference = BigInt(shareOf(shares, id)) * sum - BigInt(total) * BigInt(weight)
        expect(difference > -sum && difference < sum).toBe(true)
      }
    },
  )

  property.prop([someWeights, fc.nat(1_000)])('no share exceeds its weight', (weights, thousandths) => {
    const sum = sumPence(weights.map(({ weight }) => weight))
    const shares = shareByWeight(pence(Math.floor((sum * thousandths) / 1_000)), weights)
    for (const { id, weight } of weights) expect(shareOf(shares, id)).toBeLessThanOrEqual(weight)
  })

  property.prop([somePence, someWeights])('who weighs more never gets less', (total, weights) => {
    const shares = shareByWeight(total, weights)
    const ordered = weights.toSorted((a, b) => a.weight - b.weight || b.id - a.id)
    const given = ordered.map(({ id }) => shareOf(shares, id))
    expect(given).toEqual(given.toSorted((a, b) => a - b))
  })

  property.prop([somePence, someWeights])('taking back mirrors giving', (total, weights) => {
    const given = shareByWeight(total, weights)
    const taken = shareByWeight(negatePence(total), weights)
    for (const { id } of weights) expect(shareOf(taken, id)).toBe(negatePence(shareOf(given, id)))
  })
})
