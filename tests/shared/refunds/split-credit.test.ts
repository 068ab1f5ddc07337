import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { pence, sumPence, zeroPence } from '#shared/money/money.ts'
import { shareByWeight, shareOf } from '#shared/money/shares.ts'
import { splitGross } from '#shared/money/vat.ts'
import { type CreditLine, splitCredit } from '#shared/refunds/split-credit.ts'
import { size } from '#tests/support/size.ts'

const nothing = { grossPence: zeroPence, vatPence: zeroPence }

function orderOf(prices: number[], vatRate = 0.2) {
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
  const order = orderOf([5_400, 3_600])

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

  test('credits no more than is left, and nothing where nothing is', () => {
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
    'no paper is below zero, its lines are its sums, and with the last one everything is credited',
    ({ prices, rate, steps }) => {
      const sold = orderOf(prices, rate)
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
