import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { addPence, type Pence, pence, sumPence } from '#shared/money/money.ts'
import { shareByWeight, shareOf } from '#shared/money/shares.ts'
import { splitGross, type VatSplit } from '#shared/money/vat.ts'
import { type Credited, type CreditLine, splitCredit, splitRefund } from '#shared/refunds/split-credit.ts'
import { size } from '#tests/support/size.ts'

const nothing: Credited = { grossPence: pence(0), vatPence: pence(0) }

/** A frozen order: the VAT of the total, shared over the lines by price. */
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

  /** Some whole lines in any order, and the rest in arbitrary amounts before and between them. */
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

function orderWithLines(prices: number[], vatRate = 0.2) {
  const totalPence = sumPence(prices.map(pence))
  const { vatPence } = splitGross(totalPence, vatRate)
  const weights = prices.map((price, id) => ({ id, weight: pence(price) }))
  const shares = shareByWeight(vatPence, weights)
  const lines = weights.map(({ id, weight }): CreditLine => {
    const share = shareOf(shares, id)
    return { title: `Film ${id}`, grossPence: weight, vatPence: share, exVatPence: pence(weight - share) }
  })
  return { totalPence, vatPence, vatRate, lines }
}

describe('splitCredit', () => {
  const order = orderWithLines([5_400, 3_600])

  test('credits a whole line with its own VAT and names it', () => {
    const lines = order.lines.slice(1)
    expect(splitCredit({ order, before: nothing, amountPence: pence(3_600), lines })).toEqual({
      grossPence: 3_600,
      exVatPence: 3_000,
      vatPence: 600,
      lines,
    })
  })

  test('credits an amount without naming a line, and all of it with all lines', () => {
    const part = splitCredit({ order, before: nothing, amountPence: pence(900), lines: [] })
    expect(part).toEqual({ grossPence: 900, exVatPence: 750, vatPence: 150, lines: [] })
    const all = splitCredit({ order, before: nothing, amountPence: pence(9_000), lines: [] })
    expect(all).toMatchObject({ vatPence: 1_500, lines: order.lines })
  })

  test('credits no more than is left', () => {
    const before = { grossPence: pence(8_000), vatPence: pence(1_333) }
    const rest = splitCredit({ order, before, amountPence: pence(9_000), lines: [] })
    expect(rest).toMatchObject({ grossPence: 1_000, vatPence: 167 })
    const none = splitCredit({
      order,
      before: { grossPence: order.totalPence, vatPence: order.vatPence },
      amountPence: pence(500),
      lines: [],
    })
    expect(none).toEqual({ grossPence: 0, exVatPence: 0, vatPence: 0, lines: [] })
  })

  const step = fc.record({
    amount: fc.integer({ min: 1, max: 7_000 }),
    line: fc.option(fc.nat({ max: 6 })),
    undo: fc.boolean(),
  })
  const history = fc.record({
    prices: fc.array(fc.integer({ min: 1, max: 6_000 }), { minLength: 1, maxLength: 7 }),
    rate: fc.constantFrom(0, 0.05, 0.175, 0.2),
    steps: fc.array(step, { maxLength: 12 }),
  })

  property.prop([history], { numRuns: size(300, 20_000) })(
    'no credit note is below zero, its lines add up, and the last one credits the rest',
    ({ prices, rate, steps }) => {
      const sold = orderWithLines(prices, rate)
      let standing: { grossPence: number; vatPence: number }[] = []
      const soFar = () => ({
        grossPence: pence(standing.reduce((sum, { grossPence }) => sum + grossPence, 0)),
        vatPence: pence(standing.reduce((sum, { vatPence }) => sum + vatPence, 0)),
      })
      for (const { amount, line, undo } of [...steps, { amount: 50_000, line: null, undo: false }]) {
        if (undo) standing = standing.slice(1)
        const named = sold.lines.filter((_, index) => index === line)
        const amountPence = named[0]?.grossPence ?? pence(amount)
        const credit = splitCredit({ order: sold, before: soFar(), amountPence, lines: named })
        for (const sums of [credit, ...credit.lines]) {
          expect(Math.min(sums.exVatPence, sums.vatPence)).toBeGreaterThanOrEqual(0)
          expect(sums.exVatPence + sums.vatPence).toBe(sums.grossPence)
        }
        if (credit.lines.length > 0) {
          expect(sumPence(credit.lines.map(({ vatPence }) => vatPence))).toBe(credit.vatPence)
          expect(sumPence(credit.lines.map(({ grossPence }) => grossPence))).toBe(credit.grossPence)
        }
        standing.push(credit)
      }
      expect(soFar()).toEqual({ grossPence: sold.totalPence, vatPence: sold.vatPence })
    },
  )
})
