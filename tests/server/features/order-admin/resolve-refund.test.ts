import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assignRefund } from '#server/features/order-admin/match-refunds.ts'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { resolveRefund, retryRefund } from '#server/features/order-admin/resolve-refund.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
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

async function linesOf(orderId: string, videoIds: number[]) {
  const lines = await shop.deps.db.orderLine.findMany({ where: { orderId, videoId: { in: videoIds } } })
  return { lineIds: lines.map(({ id }) => id) }
}

async function refundVideos(orderId: string, videoIds: number[]) {
  const seenBackPence = await goneBackOf(shop, orderId)
  const wish = await linesOf(orderId, videoIds)
  return refundOrder(shop.deps, { orderId, wish, reason: 'By mistake', adminId: admin.id, seenBackPence })
}

/** A refund that Stripe accepted and that failed at the bank later. */
async function failedRefund({ bought = [1, 3], refunded = [1] } = {}) {
  const buyer = await makeBuyer(shop, bought)
  const { refundId } = await refundVideos(buyer.orderId, refunded)
  const made = await shop.deps.db.refund.findUniqueOrThrow({ where: { id: refundId } })
  shop.sandbox.controls.failRefund(made.stripeRefundId ?? '')
  await syncPayment(shop.deps, buyer.intentId)
  return { ...buyer, refundId }
}

describe('a refund that failed', () => {
  it('is retried by another row, for the same lines', async () => {
    const { orderId, intentId, refundId } = await failedRefund()
    expect((await readOrder(shop, orderId)).openVideoIds).toEqual([1, 3])
    expect(await retryRefund(shop.deps, { refundId, adminId: admin.id })).toMatchObject({
      status: 'succeeded',
    })
    const books = await readOrder(shop, orderId)
    expect(books.openVideoIds).toEqual([3])
    expect(books.order.payment?.refunds).toMatchObject([
      { status: 'failed', resolution: 'retried' },
      { status: 'succeeded', creditedPence: 6_000 },
    ])
    expect((await chargeOf(shop, intentId)).amount_refunded).toBe(6_000)
    const again = retryRefund(shop.deps, { refundId, adminId: admin.id })
    await expect(again).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('is credited again when it was paid in another way', async () => {
    const { orderId, refundId } = await failedRefund()
    const input = {
      refundId,
      resolution: 'paidOtherwise',
      note: 'By bank transfer',
      adminId: admin.id,
    } as const
    await resolveRefund(shop.deps, input)
    await expect(resolveRefund(shop.deps, input)).rejects.toMatchObject({ code: 'CONFLICT' })
    const books = await readOrder(shop, orderId)
    expect(books.order.documents.at(-1)?.details).toMatchObject({
      refund: { method: 'in another way than it was paid' },
    })
    expect(books.mails.map(({ props }) => props)).toMatchObject([
      { isPaidOtherwise: false },
      { isPaidOtherwise: true },
    ])
    expect(books.kinds).toEqual(['invoice', 'creditNote', 'cancelling', 'creditNote'])
    expect(books.net.grossPence).toBe(6_000)
    expect(books.openVideoIds).toEqual([3])
    expect(books.order.payment).toMatchObject({
      refundedPence: 0,
      refunds: [{ status: 'failed', resolution: 'paidOtherwise', creditedPence: 6_000 }],
    })
  })

  it('is dropped when nothing is owed', async () => {
    const { orderId, refundId } = await failedRefund()
    await resolveRefund(shop.deps, {
      refundId,
      resolution: 'dropped',
      note: 'Keeps the film',
      adminId: admin.id,
    })
    const books = await readOrder(shop, orderId)
    expect(books.openVideoIds).toEqual([1, 3])
    expect(books.order.payment?.refunds).toMatchObject([{ resolution: 'dropped', creditedPence: 0 }])
  })

  it('is resolved by another refund of the same lines', async () => {
    const { orderId, intentId, refundId } = await failedRefund()
    await refundVideos(orderId, [1])
    const row = await shop.deps.db.refund.findUnique({ where: { id: refundId } })
    expect(row).toMatchObject({ status: 'failed', resolution: 'retried', resolvedById: admin.id })
    const retry = retryRefund(shop.deps, { refundId, adminId: admin.id })
    await expect(retry).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await chargeOf(shop, intentId)).amount_refunded).toBe(6_000)
  })

  it('is not paid again when another refund has one of its lines', async () => {
    const { orderId, intentId, refundId } = await failedRefund({ bought: [1, 2, 3], refunded: [1, 3] })
    await refundVideos(orderId, [1])
    const retry = retryRefund(shop.deps, { refundId, adminId: admin.id })
    await expect(retry).rejects.toMatchObject({ code: 'REFUND_PENDING' })
    const otherwise = { refundId, resolution: 'paidOtherwise', note: 'By bank', adminId: admin.id } as const
    await expect(resolveRefund(shop.deps, otherwise)).rejects.toMatchObject({ code: 'REFUND_PENDING' })
    expect((await chargeOf(shop, intentId)).amount_refunded).toBe(6_000)
    await resolveRefund(shop.deps, { ...otherwise, resolution: 'dropped' })
  })

  it('paid in another way, prevents a second refund of its line', async () => {
    const { orderId, intentId, refundId } = await failedRefund()
    const { db } = shop.deps
    const otherwise = { refundId, resolution: 'paidOtherwise', note: 'By bank', adminId: admin.id } as const
    await resolveRefund(shop.deps, otherwise)
    await expect(refundVideos(orderId, [1])).rejects.toMatchObject({ code: 'REFUND_PENDING' })
    const { id } = shop.sandbox.controls.refund((await chargeOf(shop, intentId)).id, 1_000)
    await syncPayment(shop.deps, intentId)
    const made = await db.refund.findFirstOrThrow({ where: { stripeRefundId: id } })
    const assigned = { refundId: made.id, ...(await linesOf(orderId, [1])), adminId: admin.id }
    await expect(assignRefund(shop.deps, assigned)).rejects.toMatchObject({ code: 'REFUND_PENDING' })
  })

  it('is not paid when other refunds took the money meanwhile', async () => {
    const { intentId, refundId } = await failedRefund()
    shop.sandbox.controls.refund((await chargeOf(shop, intentId)).id, 8_000)
    await syncPayment(shop.deps, intentId)
    const retry = retryRefund(shop.deps, { refundId, adminId: admin.id })
    await expect(retry).rejects.toMatchObject({ code: 'REFUND_TOO_MUCH' })
    expect(await shop.deps.db.refund.findUnique({ where: { id: refundId } })).toMatchObject({
      resolution: null,
    })
  })
})
