import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerRefund, assignRefund } from '#server/features/order-admin/match-refunds.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { ask, makeAsker, readRequest } from '#tests/server/features/refund-requests/asked-order.ts'
import { calling } from '#tests/server/features/refunds/refund-steps.ts'
import { chargeOf, goneBackOf, readOrder } from '#tests/server/features/refunds/refunded-order.ts'
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

/** A refund of one line whose request never reached Stripe, and the same amount refunded by hand at Stripe. */
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

describe('an unsent refund, and one of the same amount made at Stripe', () => {
  it('need an answer: nothing is sent before it', async () => {
    const { orderId, intentId, refundId } = await heldRefund()
    shop.deps.clock.advance(2 * HOUR)
    await syncPayment(shop.deps, intentId)
    expect(await refundedOf(intentId)).toBe(6_000)
    const books = await readOrder(shop, orderId)
    expect(books.order.payment?.refunds.find(({ id }) => id === refundId)).toMatchObject({ status: 'held' })
    expect(books.net.grossPence).toBe(6_000)
    expect(books.openVideoIds).toEqual([1, 3])
  })

  it('are the same when the admin says so: the lines of the request belong to the refund at Stripe', async () => {
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

  it('are two when the admin says so: the held one is sent', async () => {
    const { orderId, intentId, refundId } = await heldRefund()
    await answerRefund(shop.deps, { refundId, answer: 'two', adminId: admin.id })
    expect(await refundedOf(intentId)).toBe(12_000)
    expect((await readOrder(shop, orderId)).net.grossPence).toBe(0)
  })

  it('need no answer when the one at Stripe failed', async () => {
    const { intentId, refundId, byHand } = await heldRefund()
    shop.sandbox.controls.failRefund(byHand.id)
    await syncPayment(shop.deps, intentId)
    expect(await shop.deps.db.refund.findUnique({ where: { id: refundId } })).toMatchObject({
      status: 'succeeded',
    })
    expect(await refundedOf(intentId)).toBe(6_000)
  })
})

async function lineOf(orderId: string, videoId: number): Promise<string> {
  const { id } = await shop.deps.db.orderLine.findFirstOrThrow({ where: { orderId, videoId } })
  return id
}

describe('assigning a refund made at Stripe', () => {
  async function refundedAtStripe() {
    const buyer = await makeBuyer(shop, [1, 3])
    const made = shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id, 6_000)
    await syncPayment(shop.deps, buyer.intentId)
    const row = await shop.deps.db.refund.findUniqueOrThrow({ where: { stripeRefundId: made.id } })
    return { buyer, stripeRefundId: made.id, refundId: row.id, lineIds: [await lineOf(buyer.orderId, 3)] }
  }

  it('ends the access of its lines, once, and changes no document', async () => {
    const { buyer, refundId, lineIds } = await refundedAtStripe()
    const before = await readOrder(shop, buyer.orderId)
    expect(before.openVideoIds).toEqual([1, 3])
    const assign = () => assignRefund(shop.deps, { refundId, lineIds, adminId: admin.id })
    const answers = await Promise.allSettled([assign(), assign()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const after = await readOrder(shop, buyer.orderId)
    expect(after.openVideoIds).toEqual([1])
    expect(after.documents).toEqual(before.documents)
    expect(
      await shop.deps.db.auditEntry.count({ where: { action: 'refund.assigned', subjectId: buyer.orderId } }),
    ).toBe(1)
  })

  it('settles a request about lines that were assigned one by one', async () => {
    const buyer = await makeAsker(shop, [1, 3])
    const { requestId } = await ask(shop, buyer)
    const charge = await chargeOf(shop, buyer.intentId)
    for (const lineId of buyer.lineIds) {
      expect(await readRequest(shop, requestId)).toMatchObject({ status: 'waiting' })
      // Less than the line cost, so that the order is not whole.
      const made = shop.sandbox.controls.refund(charge.id, 5_000)
      await syncPayment(shop.deps, buyer.intentId)
      const { id: refundId } = await shop.deps.db.refund.findUniqueOrThrow({
        where: { stripeRefundId: made.id },
      })
      await assignRefund(shop.deps, { refundId, lineIds: [lineId], adminId: admin.id })
    }
    expect(await readRequest(shop, requestId)).toMatchObject({ status: 'granted', isOpen: false })
  })

  it('restores the access of the lines when the refund fails', async () => {
    const { buyer, stripeRefundId, refundId, lineIds } = await refundedAtStripe()
    await assignRefund(shop.deps, { refundId, lineIds, adminId: admin.id })
    shop.sandbox.controls.failRefund(stripeRefundId)
    await syncPayment(shop.deps, buyer.intentId)
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([1, 3])
    await expect(assignRefund(shop.deps, { refundId, lineIds, adminId: admin.id })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('refuses unknown refunds and lines of another order', async () => {
    const { refundId, lineIds } = await refundedAtStripe()
    const other = await makeBuyer(shop, [2])
    const strange = assignRefund(shop.deps, {
      refundId,
      lineIds: [await lineOf(other.orderId, 2)],
      adminId: admin.id,
    })
    await expect(strange).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const unknown = assignRefund(shop.deps, { refundId: 'none', lineIds, adminId: admin.id })
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
