import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { sumWaterfalls, waterfallOf } from '#server/features/reports/waterfall.ts'
import { pence } from '#shared/money/money.ts'
import { somePence } from '#tests/support/arbitraries.ts'

const bundle = {
  listPence: pence(38_000),
  collectionDiscountPence: pence(4_000),
  codeDiscountPence: pence(3_400),
  refundedPence: pence(0),
  vatPence: pence(5_100),
  feePence: pence(479),
  commissionPence: pence(1_251),
}

const takings = fc.record({
  listPence: somePence,
  collectionDiscountPence: somePence,
  codeDiscountPence: somePence,
  refundedPence: somePence,
  vatPence: somePence,
  feePence: somePence,
  commissionPence: somePence,
})

describe('waterfallOf', () => {
  test('goes from the list price down to what the shop keeps', () => {
    expect(waterfallOf(bundle)).toEqual({ ...bundle, paidPence: 30_600, keptPence: 23_770 })
  })

  test('falls below 0 where everything was refunded and the card fee remains', () => {
    const returned = {
      ...bundle,
      refundedPence: pence(30_600),
      vatPence: pence(0),
      commissionPence: pence(0),
    }
    expect(waterfallOf(returned)).toMatchObject({ paidPence: 0, keptPence: -479 })
  })

  property.prop([takings])('leaves no penny out', (one) => {
    const { keptPence, paidPence, ...steps } = waterfallOf(one)
    const { listPence, ...taken } = steps
    expect(Object.values(taken).reduce<number>((sum, amount) => sum + amount, keptPence)).toBe(listPence)
    expect(paidPence).toBe(keptPence + one.vatPence + one.feePence + one.commissionPence)
  })
})

property.prop([fc.array(takings, { maxLength: 20 })])('sums of waterfalls are waterfalls of sums', (many) => {
  const kept = many.reduce<number>((sum, one) => sum + waterfallOf(one).keptPence, 0)
  expect(sumWaterfalls(many).keptPence).toBe(kept)
})
