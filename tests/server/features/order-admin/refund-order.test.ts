import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundOrder } from '#server/features/order-admin/refund-order.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { pence } from '#shared/money/money.ts'
import type { RefundChoice } from '#shared/refunds/refund-quote.ts'
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

async function lineOf(orderId: string, videoId: number): Promise<string> {
  const { id } = await shop.deps.db.orderLine.findFirstOrThrow({ where: { orderId, videoId } })
  return id
}

async function refund(orderId: string, ...videoIds: number[]) {
  const lineIds = await Promise.all(videoIds.map((videoId) => lineOf(orderId, videoId)))
  return refundOrder(shop.deps, await wishFor(orderId, { lineIds }))
}

async function refundAmount(orderId: string, amount: number) {
  return refundOrder(shop.deps, await wishFor(orderId, { amountPence: pence(amount) }))
}

async function wishFor(orderId: string, wish: RefundChoice) {
  const seenBackPence = await goneBackOf(shop, orderId)
  return { orderId, wish, reason: 'Bought by mistake', adminId: admin.id, seenBackPence }
}

describe('refunding lines', () => {
  it('refunds what was paid for them and ends their access only', async () => {
    const buyer = await makeBuyer(shop, [1, 2, 3, 4, 5, 6, 7])
    await refund(buyer.orderId, 2, 7)
    const books = await readOrder(shop, buyer.orderId)
    const lines = books.order.lines.filter(({ videoId }) => videoId === 2 || videoId === 7)
    const [first, second] = lines
    if (!first || !second) throw new Error('The lines are gone')
    expect(books.openVideoIds).toEqual([1, 3, 4, 5, 6])
    expect(books.documents[1]).toMatchObject({
      kind: 'creditNote',
      grossPence: -(first.grossPence + second.grossPence),
      vatPence: -(first.vatPence + second.vatPence),
      lines: [`${first.title}, film`, `${second.title}, film`],
    })
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(first.grossPence + second.grossPence)
    expect(books.mails[0]).toMatchObject({
      props: { lines: lines.map(({ title, grossPence }) => ({ title, pence: grossPence })) },
    })
    expect(await shop.deps.db.auditEntry.findMany({ where: { subjectId: buyer.orderId } })).toMatchObject([
      { action: 'refund.requested', actorId: admin.id },
    ])
  })

  it('refunds a line once, however many admins request it at once', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    const answers = await Promise.allSettled([1, 2, 3].map(() => refund(buyer.orderId, 1)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(6_000)
    await expect(refund(buyer.orderId, 1)).rejects.toMatchObject({ code: 'REFUND_PENDING' })
  })

  it('refunds what is left when the line cost more, and nothing after that', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    const charge = await chargeOf(shop, buyer.intentId)
    shop.sandbox.controls.refund(charge.id, 7_000)
    await syncPayment(shop.deps, buyer.intentId)
    await refund(buyer.orderId, 1)
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(12_000)
    const books = await readOrder(shop, buyer.orderId)
    expect(books.net).toEqual({ grossPence: 0, vatPence: 0 })
    expect(books.openVideoIds).toEqual([])
    await expect(refund(buyer.orderId, 3)).rejects.toMatchObject({
      code: 'NOTHING_TO_REFUND',
    })
  })

  it('is refused when Stripe refuses, and changes nothing', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    const dispute = shop.sandbox.controls.openDispute((await chargeOf(shop, buyer.intentId)).id)
    await expect(refund(buyer.orderId, 1)).rejects.toMatchObject({
      code: 'REFUND_DISPUTED',
    })
    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([1, 3])
    expect(books.kinds).toEqual(['invoice'])
    shop.sandbox.controls.winDispute(dispute.id)
  })

  it('is refused while a dispute is open, which could pay twice', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    const { id: chargeId } = await chargeOf(shop, buyer.intentId)
    const dispute = shop.sandbox.controls.openDispute(chargeId)
    await syncPayment(shop.deps, buyer.intentId)
    await expect(refund(buyer.orderId, 1)).rejects.toMatchObject({ code: 'REFUND_DISPUTED' })
    expect(await shop.deps.db.refund.count({ where: { payment: { orderId: buyer.orderId } } })).toBe(0)
    shop.sandbox.controls.winDispute(dispute.id)
    await syncPayment(shop.deps, buyer.intentId)
    await refund(buyer.orderId, 1)
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(6_000)
  })

  it('refuses lines of another order and orders that were not paid', async () => {
    const buyer = await makeBuyer(shop, [1])
    const other = await makeBuyer(shop, [2])
    const lineIds = [await lineOf(buyer.orderId, 1), await lineOf(other.orderId, 2)]
    const strange = refundOrder(shop.deps, await wishFor(buyer.orderId, { lineIds }))
    await expect(strange).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    const unknown = refundOrder(shop.deps, await wishFor('none', { lineIds: ['none'] }))
    await expect(unknown).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
    expect(await shop.deps.db.refund.count({ where: { payment: { orderId: buyer.orderId } } })).toBe(0)
  })

  it('is requested by reconciliation when the process died before the request', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    const dead = {
      ...shop.deps,
      payments: {
        ...shop.deps.payments,
        refund: () => Promise.reject(Object.assign(new Error('reset'), { code: 'ECONNRESET' })),
      },
    }
    const lineIds = [await lineOf(buyer.orderId, 3)]
    const wish = await wishFor(buyer.orderId, { lineIds })
    expect(await refundOrder(dead, wish)).toMatchObject({ status: 'waiting' })
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([1, 3])
    shop.deps.clock.advance(5 * 60_000)
    await reconcilePayments(shop.deps)
    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([1])
    expect(books.order.payment?.refunds).toMatchObject([{ status: 'succeeded', creditedPence: 6_000 }])
  })

  it('finds its refund at Stripe when the answer never arrived', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    const dead = {
      ...shop.deps,
      payments: {
        ...shop.deps.payments,
        async refund(request: Parameters<TestShop['deps']['payments']['refund']>[0]) {
          await shop.deps.payments.refund(request)
          throw new Error('The answer was lost')
        },
      },
    }
    const lineIds = [await lineOf(buyer.orderId, 3)]
    const wish = await wishFor(buyer.orderId, { lineIds })
    expect(await refundOrder(dead, wish)).toMatchObject({ status: 'succeeded' })
    const books = await readOrder(shop, buyer.orderId)
    expect(books.order.payment?.refunds).toHaveLength(1)
    expect(books.openVideoIds).toEqual([1])
  })
})

describe('refunding an amount', () => {
  it('refunds the money and keeps all access', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    await refundAmount(buyer.orderId, 2_500)
    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([1, 3])
    expect(books.documents[1]).toMatchObject({ kind: 'creditNote', grossPence: -2_500, vatPence: -417 })
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(2_500)
    expect(await shop.deps.db.auditEntry.findMany({ where: { subjectId: buyer.orderId } })).toMatchObject([
      { action: 'refund.requested', actorId: admin.id, details: { amountPence: 2_500, lines: 0 } },
    ])
  })

  it('keeps all access even when nothing is left', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    await refundAmount(buyer.orderId, 2_000)
    await refundAmount(buyer.orderId, 10_000)
    const books = await readOrder(shop, buyer.orderId)
    expect(books.openVideoIds).toEqual([1, 3])
    expect(books.net).toEqual({ grossPence: 0, vatPence: 0 })
  })

  it('happens once for repeated requests', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    const wish = await wishFor(buyer.orderId, { amountPence: pence(1_000) })
    const answers = await Promise.allSettled([1, 2, 3].map(() => refundOrder(shop.deps, wish)))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(refundOrder(shop.deps, wish)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(1_000)
  })

  it('is never more than what is left', async () => {
    const buyer = await makeBuyer(shop, [1, 3])
    await refundAmount(buyer.orderId, 11_000)
    await expect(refundAmount(buyer.orderId, 1_001)).rejects.toMatchObject({ code: 'REFUND_TOO_MUCH' })
    await expect(refundAmount(buyer.orderId, 0)).rejects.toMatchObject({ code: 'NOTHING_TO_REFUND' })
    expect((await chargeOf(shop, buyer.intentId)).amount_refunded).toBe(11_000)
  })
})
