import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { pence, sumPence, zeroPence } from '#shared/money/money.ts'
import { leftToRefund, quoteRefund, type RefundableOrder } from '#shared/refunds/refund-quote.ts'
import { size } from '#tests/support/size.ts'

/** Navigation at £54 and Communications at £36, 10 % off with a code that earned £2.98. */
function anOrder(over: Partial<RefundableOrder> = {}): RefundableOrder {
  return {
    totalPence: pence(9_000),
    vatPence: pence(1_500),
    vatRate: 0.2,
    lines: [
      {
        id: 'nav',
        title: 'Navigation',
        grossPence: pence(5_400),
        exVatPence: pence(4_500),
        vatPence: pence(900),
      },
      {
        id: 'com',
        title: 'Communications',
        grossPence: pence(3_600),
        exVatPence: pence(3_000),
        vatPence: pence(600),
      },
    ],
    credited: { grossPence: zeroPence, vatPence: zeroPence },
    askedPence: zeroPence,
    commission: { earnedPence: pence(298), reversedPence: zeroPence },
    ...over,
  }
}

describe('quoteRefund', () => {
  test('a line is refunded at what was paid for it, with its share of the commission reversed', () => {
    expect(quoteRefund(anOrder(), { lineIds: ['com'] })).toEqual({
      amountPence: 3_600,
      exVatPence: 3_000,
      vatPence: 600,
      leftPence: 5_400,
      commissionBackPence: 119,
      closedLineIds: ['com'],
    })
  })

  test('an amount ends no access', () => {
    expect(quoteRefund(anOrder({ commission: null }), { amountPence: pence(2_500) })).toEqual({
      amountPence: 2_500,
      exVatPence: 2_083,
      vatPence: 417,
      leftPence: 6_500,
      commissionBackPence: 0,
      closedLineIds: [],
    })
  })

  test('an amount ends no access, even when nothing is left', () => {
    const quote = quoteRefund(anOrder(), { amountPence: pence(9_000) })
    expect(quote).toMatchObject({ leftPence: 0, closedLineIds: [] })
  })

  test('lines that leave nothing end all access and reverse all commission', () => {
    const credited = { grossPence: pence(6_000), vatPence: pence(1_000) }
    const commission = { earnedPence: pence(298), reversedPence: pence(199) }
    expect(quoteRefund(anOrder({ credited, commission }), { lineIds: ['com'] })).toMatchObject({
      amountPence: 3_000,
      vatPence: 500,
      leftPence: 0,
      commissionBackPence: 99,
      closedLineIds: ['nav', 'com'],
    })
  })

  test.each([
    ['no line', {}, { lineIds: [] }],
    ['nothing', {}, { amountPence: zeroPence }],
    ['more than is left', {}, { amountPence: pence(9_001) }],
    [
      'more than is left besides what is on its way',
      { askedPence: pence(5_000) },
      { amountPence: pence(4_001) },
    ],
    ['a wholly refunded order', { askedPence: pence(9_000) }, { lineIds: ['nav'] }],
  ])('%s is no refund', (_what, over, wish) => {
    expect(quoteRefund(anOrder(over), wish)).toBeNull()
  })

  property.prop([fc.integer({ min: 1, max: 9_000 })], { numRuns: size(100, 2_000) })(
    'net and VAT are the amount, and no more comes back than was earned',
    (amount) => {
      const order = anOrder()
      const quote = quoteRefund(order, { amountPence: pence(amount) })
      if (!quote) throw new Error('There is enough left')
      expect(sumPence([quote.exVatPence, quote.vatPence])).toBe(amount)
      expect(quote.leftPence + amount).toBe(leftToRefund(order))
      expect(quote.commissionBackPence).toBeLessThanOrEqual(298)
    },
  )
})
