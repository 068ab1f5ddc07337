import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fulfilOrder } from '#server/features/payments/fulfil-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { pence } from '#shared/money/money.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

describe('a commission earned on an estimated card fee', () => {
  it('is corrected once when the fee is known, however many requests read it at once', async () => {
    const { code } = await makeReferer(shop.deps)
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2], code })
    await shop.pay(intentId)
    const paid = await shop.deps.payments.findPayment(intentId)
    const amountPence = paid?.receivedPence ?? pence(0)
    await fulfilOrder(shop.deps, orderId, {
      kind: 'charged',
      intentId,
      chargeId: paid?.charge?.chargeId ?? '',
      method: 'card',
      amountPence,
      feePence: null,
    })
    const payment = () => shop.deps.db.payment.findUniqueOrThrow({ where: { intentId } })
    expect(await payment()).toMatchObject({ feePence: estimateCardFee(amountPence), feeIsEstimate: true })

    await Promise.all(Array.from({ length: 10 }, () => syncPayment(shop.deps, intentId)))

    const order = await shop.deps.db.order.findUniqueOrThrow({ where: { id: orderId } })
    const fee = (await payment()).feePence ?? 0
    expect(await payment()).toMatchObject({ feePence: paid?.charge?.feePence, feeIsEstimate: false })
    const entries = await shop.deps.db.ledgerEntry.findMany({
      where: { commission: { orderId } },
      orderBy: { id: 'asc' },
    })
    expect(entries.map(({ kind, isEstimate }) => [kind, isEstimate])).toEqual([
      ['earned', true],
      ['corrected', false],
    ])
    const sum = entries.reduce((total, entry) => total + entry.amountPence, 0)
    expect(sum).toBe(Math.round((order.totalPence - order.vatPence - fee) * 0.05))
  })
})
