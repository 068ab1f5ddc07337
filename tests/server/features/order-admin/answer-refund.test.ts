import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerRefund } from '#server/features/order-admin/match-refunds.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { chargeOf, goneBackOf, readOrder } from '#tests/server/features/refunds/returned-order.ts'
import { calling } from '#tests/server/features/refunds/returned-steps.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

const HOUR = 60 * 60_000

/** A refund of one video whose question Stripe never got, and the same amount refunded by hand at Stripe. */
async function heldRefund() {
  const buyer = await makeBuyer(shop, [1, 3])
  const line = await shop.deps.db.orderLine.findFirstOrThrow({
    where: { orderId: buyer.orderId, videoId: 1 },
  })
  const { refundId, status } = await refundOrder(calling(shop.deps, 'never sent'), {
    orderId: buyer.orderId,
    wish: { lineIds: [line.id] },
    reason: 'Bought by mistake',
    adminId: admin.id,
    seenBackPence: await goneBackOf(shop, buyer.orderId),
  })
  expect(status).toBe('waiting')
  const byHand = shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id, 6_000)
  shop.deps.clock.advance(2 * HOUR)
  await syncPayment(shop.deps, buyer.intentId)
  return { ...buyer, refundId, byHand }
}

const refundedOf = async (intentId: string) => (await chargeOf(shop, intentId)).amount_refunded

describe('a refund that waits, and one of the same amount made at Stripe', () => {
  it('are a question: nothing more is sent until it is answered', async () => {
    const { orderId, intentId, refundId } = await heldRefund()
    shop.deps.clock.advance(2 * HOUR)
    await syncPayment(shop.deps, intentId)
    expect(await refundedOf(intentId)).toBe(6_000)
    const books = await readOrder(shop, orderId)
    expect(books.order.payment?.refunds.find(({ id }) => id === refundId)).toMatchObject({ status: 'held' })
    expect(books.net.grossPence).toBe(6_000)
    expect(books.openVideoIds).toEqual([1, 3])
  })

  it('are one, where the admin says so: the videos of the question close for the money that went', async () => {
    const { orderId, intentId, refundId, byHand } = await heldRefund()
    await answerRefund(shop.deps, { refundId, answer: 'same', adminId: admin.id })
    shop.deps.clock.advance(2 * HOUR)
    await syncPayment(shop.deps, intentId)
    expect(await refundedOf(intentId)).toBe(6_000)
    const books = await readOrder(shop, orderId)
    expect(books.openVideoIds).toEqual([3])
    expect(books.order.payment?.refunds).toMatchObject([
      { id: refundId, status: 'withdrawn', creditedPence: 0 },
      { stripeRefundId: byHand.id, status: 'succeeded', creditedPence: 6_000 },
    ])
    const again = answerRefund(shop.deps, { refundId, answer: 'two', adminId: admin.id })
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('are two, where the admin says so: the one that waits is sent', async () => {
    const { orderId, intentId, refundId } = await heldRefund()
    await answerRefund(shop.deps, { refundId, answer: 'two', adminId: admin.id })
    expect(await refundedOf(intentId)).toBe(12_000)
    expect((await readOrder(shop, orderId)).net.grossPence).toBe(0)
  })

  it('are no question any more where the one at Stripe failed', async () => {
    const { intentId, refundId, byHand } = await heldRefund()
    shop.sandbox.controls.failRefund(byHand.id)
    await syncPayment(shop.deps, intentId)
    expect(await shop.deps.db.refund.findUnique({ where: { id: refundId } })).toMatchObject({
      status: 'succeeded',
    })
    expect(await refundedOf(intentId)).toBe(6_000)
  })
})
