import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignRefund } from '#server/features/order-admin/match-refunds.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { chargeOf, readOrder } from '#tests/server/features/refunds/returned-order.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

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

  it('opens the lines again when the refund fails', async () => {
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
