import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveRefund, retryRefund } from '#server/features/order-admin/resolve-refund.ts'
import { findOrder } from '#server/features/orders/order-queries.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { recordLatePayment } from '#server/features/refunds/own-refunds.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { chargeOf, readOrder, sum } from './returned-order.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** Paid for while it was cancelled here: Stripe's refusal to cancel never reached us. */
async function paidAfterCancelling(videoIds: number[]) {
  const student = await makeStudent(shop.deps)
  const { orderId, intentId } = await shop.order({ student, videoIds })
  await shop.pay(intentId)
  await shop.deps.db.order.update({
    where: { id: orderId },
    data: { status: 'cancelled', cancelledAt: shop.deps.clock.now() },
  })
  return { orderId, intentId }
}

async function refundsOf(intentId: string) {
  const { data } = await shop.stripe.refunds.list({ payment_intent: intentId })
  return data
}

describe('a payment for a cancelled order', () => {
  it('is given back once, also when it is heard of again after Stripe has forgotten the key', async () => {
    const { orderId, intentId } = await paidAfterCancelling([1])
    await syncPayment(shop.deps, intentId)
    shop.deps.clock.advance(25 * 60 * 60_000)
    expect(await syncPayment(shop.deps, intentId)).toMatchObject({ outcome: 'refunded' })
    expect((await refundsOf(intentId)).map(({ amount }) => amount)).toEqual([6_000])
    const books = await readOrder(shop, orderId)
    expect(books.order.payment).toMatchObject({
      refundedPence: 6_000,
      refunds: [{ status: 'succeeded', creditedPence: 0, reason: 'The order had been cancelled' }],
    })
    expect(books.documents).toEqual([])
    expect(books.mails).toHaveLength(1)
  })

  it('is given back but for what somebody gave back at Stripe', async () => {
    const { orderId, intentId } = await paidAfterCancelling([2])
    shop.sandbox.controls.refund((await chargeOf(shop, intentId)).id, 1_000)
    await syncPayment(shop.deps, intentId)
    expect((await refundsOf(intentId)).map(({ amount }) => amount).toSorted()).toEqual([1_000, 5_000])
    expect((await readOrder(shop, orderId)).order.payment?.refundedPence).toBe(6_000)
  })

  it('is asked for once more by nobody who read an older amount', async () => {
    const { orderId, intentId } = await paidAfterCancelling([6])
    const old = await shop.deps.payments.findPayment(intentId)
    shop.sandbox.controls.refund((await chargeOf(shop, intentId)).id, 1_000)
    await syncPayment(shop.deps, intentId)
    const late = { ...shop.deps, payments: { ...shop.deps.payments, findPayment: async () => old } }
    expect(await syncPayment(late, intentId)).toMatchObject({ outcome: 'refunded' })
    expect((await readOrder(shop, orderId)).order.payment?.refundedPence).toBe(
      sum((await refundsOf(intentId)).map(({ amount }) => amount)),
    )
  })

  it('waits for a person when the refund fails afterwards', async () => {
    const { orderId, intentId } = await paidAfterCancelling([3])
    await syncPayment(shop.deps, intentId)
    const [refund] = await refundsOf(intentId)
    shop.sandbox.controls.failRefund(refund?.id ?? '')
    await syncPayment(shop.deps, intentId)
    expect(await refundsOf(intentId)).toHaveLength(1)
    const books = await readOrder(shop, orderId)
    expect(books.order.payment).toMatchObject({ refundedPence: 0, refunds: [{ status: 'failed' }] })
  })

  it('is told to the buyer again when it goes back after a refund failed', async () => {
    const { orderId, intentId } = await paidAfterCancelling([3])
    await syncPayment(shop.deps, intentId)
    expect((await readOrder(shop, orderId)).mails).toHaveLength(1)
    const [refund] = await refundsOf(intentId)
    shop.sandbox.controls.failRefund(refund?.id ?? '')
    await syncPayment(shop.deps, intentId)
    const [failed] = (await readOrder(shop, orderId)).order.payment?.refunds ?? []
    const { id: adminId } = await makeAdmin(shop.deps)
    await retryRefund(shop.deps, { refundId: failed?.id ?? '', adminId })
    await syncPayment(shop.deps, intentId)
    expect((await readOrder(shop, orderId)).mails).toHaveLength(2)
  })

  it('goes back where a process died after it had written down the payment', async () => {
    const { orderId, intentId } = await paidAfterCancelling([4])
    const { db, payments, clock } = shop.deps
    const [order, details] = [await findOrder(db, orderId), await payments.findPayment(intentId)]
    if (!order || !details?.charge) throw new Error('Nothing was paid')
    await recordLatePayment(shop.deps, { order, details, charge: details.charge })
    clock.advance(60 * 60_000)
    const listEvents = async () => ({ events: [], unreadable: [], next: null })
    await reconcilePayments({ ...shop.deps, payments: { ...payments, listEvents } })
    expect((await refundsOf(intentId)).map(({ amount }) => amount)).toEqual([6_000])
  })

  it('is told to the buyer where a refund that never went was paid in another way', async () => {
    const { orderId, intentId } = await paidAfterCancelling([7])
    const refund = async () => ({ kind: 'refused', code: 'charge_disputed' }) as const
    const refusing = { ...shop.deps, payments: { ...shop.deps.payments, refund } }
    const { id: chargeId } = await chargeOf(shop, intentId)
    const { controls } = shop.sandbox
    controls.loseDispute(controls.openDispute(chargeId, { amount: 1_000 }).id)
    await syncPayment(refusing, intentId)
    const books = await readOrder(shop, orderId)
    const [failed] = books.order.payment?.refunds ?? []
    expect(failed).toMatchObject({ status: 'failed', amountPence: 3_000 })
    const { id: adminId } = await makeAdmin(shop.deps)
    const paid = {
      refundId: failed?.id ?? '',
      resolution: 'paidOtherwise',
      note: 'By bank',
      adminId,
    } as const
    await resolveRefund(shop.deps, paid)
    expect((await readOrder(shop, orderId)).mails).toMatchObject([
      { props: { reason: 'order-cancelled', isPaidOtherwise: true } },
    ])
  })

  it('stays while a dispute holds the money, and goes back when the bank has given it back', async () => {
    const { orderId, intentId } = await paidAfterCancelling([4])
    const dispute = shop.sandbox.controls.openDispute((await chargeOf(shop, intentId)).id)
    await syncPayment(shop.deps, intentId)
    expect(await refundsOf(intentId)).toEqual([])
    expect((await readOrder(shop, orderId)).mails).toEqual([])
    shop.sandbox.controls.winDispute(dispute.id)
    await syncPayment(shop.deps, intentId)
    expect((await readOrder(shop, orderId)).order.payment).toMatchObject({
      refundedPence: 6_000,
      disputes: [{ status: 'won' }],
    })
  })

  it('is gone where its dispute was lost: nothing more goes back, and nothing is credited', async () => {
    const { orderId, intentId } = await paidAfterCancelling([5])
    const dispute = shop.sandbox.controls.openDispute((await chargeOf(shop, intentId)).id)
    shop.sandbox.controls.loseDispute(dispute.id)
    await syncPayment(shop.deps, intentId)
    await syncPayment(shop.deps, intentId)
    expect(await refundsOf(intentId)).toEqual([])
    const books = await readOrder(shop, orderId)
    expect(books.order.payment?.disputes).toMatchObject([{ status: 'lost', creditedPence: 0 }])
    expect(books.documents).toEqual([])
  })
})
