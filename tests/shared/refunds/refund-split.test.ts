import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { addPence, type Pence, pence, sumPence } from '#shared/money/money.ts'
import { shareByWeight, shareOf } from '#shared/money/shares.ts'
import { splitGross, type VatSplit } from '#shared/money/vat.ts'
import { type Credited, splitRefund } from '#shared/refunds/split-credit.ts'

const nothing: Credited = { grossPence: pence(0), vatPence: pence(0) }

/** An order as the shop freezes one: VAT of the total, shared over the lines by what they cost. */
function orderOf(linePence: Pence[], vatRate = 0.2) {
  const totalPence = sumPence(linePence)
  const { vatPence } = splitGross(totalPence, vatRate)
  const shares = shareByWeight(
    vatPence,
    linePence.map((weight, id) => ({ id, weight })),
  )
  const lines = linePence.map((grossPence, id) => ({ grossPence, vatPence: shareOf(shares, id) }))
  return { order: { totalPence, vatPence }, lines, vatRate }
}

/** What stands credited after a refund: the `before` of the next. */
function creditedAfter(before: Credited, refund: VatSplit): Credited {
  return {
    grossPence: pence(before.grossPence + refund.exVatPence + refund.vatPence),
    vatPence: addPence(before.vatPence, refund.vatPence),
  }
}

const bundle = orderOf([5_368, 5_368, 5_368, 5_369, 3_579, 5_369, 3_579].map(pence))

describe('splitRefund', () => {
  test('a whole line is credited with its own net and VAT', () => {
    const [line = nothing] = bundle.lines
    const split = splitRefund({
      ...bundle,
      before: nothing,
      refundPence: line.grossPence,
      wholeLinesVatPence: line.vatPence,
    })
    expect(split).toEqual({ exVatPence: line.grossPence - line.vatPence, vatPence: line.vatPence })
  })

  test('other amounts are credited cumulatively: three times 1p has the half penny of VAT once', () => {
    const order = orderOf([pence(6_000)])
    let before = nothing
    const credits = [1, 1, 1].map((amount) => {
      const split = splitRefund({ ...order, before, refundPence: pence(amount), wholeLinesVatPence: null })
      before = creditedAfter(before, split)
      return split.vatPence
    })
    expect(credits).toEqual([0, 0, 1])
    expect(before).toEqual({ grossPence: 3, vatPence: 1 })
  })

  test('a full refund in one piece is the order itself', () => {
    const split = splitRefund({
      ...bundle,
      before: nothing,
      refundPence: pence(34_000),
      wholeLinesVatPence: null,
    })
    expect(split).toEqual({ exVatPence: 28_333, vatPence: 5_667 })
  })

  test.each([0, -1, 34_001])('%d pence of £340 cannot be refunded', (amount) => {
    const refund = { ...bundle, before: nothing, refundPence: pence(amount), wholeLinesVatPence: null }
    expect(() => splitRefund(refund)).toThrow(RangeError)
  })

  const linePrices = fc.array(fc.integer({ min: 1, max: 6_000 }).map(pence), { minLength: 1, maxLength: 7 })

  /** Some lines whole, in any order, and the rest of the money in arbitrary pieces before and between them. */
  const history = linePrices.chain((lines) =>
    fc.record({
      lines: fc.constant(lines),
      whole: fc.shuffledSubarray([...lines.keys()]),
      pieces: fc.array(fc.integer({ min: 1, max: 4_000 }).map(pence), { maxLength: 8 }),
      wholeFirst: fc.boolean(),
      rate: fc.constantFrom(0, 0.05, 0.175, 0.2),
    }),
  )

  property.prop([history])('the credit notes of a refunded order sum to its invoice', (given) => {
    const { order, lines, vatRate } = orderOf(given.lines, given.rate)
    const wholes = given.whole.map((index) => lines[index] ?? nothing)
    let spare = order.totalPence - wholes.reduce((sum, line) => sum + line.grossPence, 0)
    const pieces: { refundPence: Pence; wholeLinesVatPence: Pence | null }[] = []
    for (const piece of [...given.pieces, order.totalPence]) {
      const refundPence = pence(Math.min(piece, spare))
      if (refundPence > 0) pieces.push({ refundPence, wholeLinesVatPence: null })
      spare -= refundPence
    }
    const asRefunds = wholes.map((line) => ({
      refundPence: line.grossPence,
      wholeLinesVatPence: line.vatPence,
    }))
    const refunds = given.wholeFirst ? [...asRefunds, ...pieces] : [...pieces, ...asRefunds]

    let before = nothing
    for (const refund of refunds) {
      const split = splitRefund({ order, vatRate, before, ...refund })
      expect(addPence(split.exVatPence, split.vatPence)).toBe(refund.refundPence)
      before = creditedAfter(before, split)
    }
    expect(before).toEqual({ grossPence: order.totalPence, vatPence: order.vatPence })
  })

  property.prop([linePrices])(
    'refunded line by line, every line has its own VAT, the last one too',
    (prices) => {
      const { order, lines, vatRate } = orderOf(prices)
      let before = nothing
      for (const line of lines) {
        const split = splitRefund({
          order,
          vatRate,
          before,
          refundPence: line.grossPence,
          wholeLinesVatPence: line.vatPence,
        })
        expect(split.vatPence).toBe(line.vatPence)
        before = creditedAfter(before, split)
      }
      expect(before).toEqual({ grossPence: order.totalPence, vatPence: order.vatPence })
    },
  )
})
