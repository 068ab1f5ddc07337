import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resolveRefund, retryRefund } from '#server/features/order-admin/resolve-refund.ts'
import { findOrder } from '#server/features/orders/order-queries.ts'
import { recordLatePayment } from '#server/features/payments/late-payment.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { newId } from '#server/infra/ids.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { type MadeAdmin, makeAdmin } from '#tests/support/factories/admin.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { chargeOf, readOrder, sum } from './refunded-order.ts'

let shop: TestShop
let admin: MadeAdmin
beforeAll(async () => {
  shop = await createTestShop()
  admin = await makeAdmin(shop.deps)
})
afterAll(() => shop.close())

/** Paid while the shop cancelled it: Stripe's refusal to cancel never arrived. */
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
  it('is refunded once, also when it is synced again after Stripe has deleted the key', async () => {
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

  it('is refunded less what was refunded at Stripe', async () => {
    const { orderId, intentId } = await paidAfterCancelling([2])
    shop.sandbox.controls.refund((await chargeOf(shop, intentId)).id, 1_000)
    await syncPayment(shop.deps, intentId)
    expect((await refundsOf(intentId)).map(({ amount }) => amount).toSorted()).toEqual([1_000, 5_000])
    expect((await readOrder(shop, orderId)).order.payment?.refundedPence).toBe(6_000)
  })

  it('is not refunded twice by a sync that read an older amount', async () => {
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

  it('waits for an admin when the refund fails afterwards', async () => {
    const { orderId, intentId } = await paidAfterCancelling([3])
    await syncPayment(shop.deps, intentId)
    const [refund] = await refundsOf(intentId)
    shop.sandbox.controls.failRefund(refund?.id ?? '')
    await syncPayment(shop.deps, intentId)
    expect(await refundsOf(intentId)).toHaveLength(1)
    const books = await readOrder(shop, orderId)
    expect(books.order.payment).toMatchObject({ refundedPence: 0, refunds: [{ status: 'failed' }] })
  })

  it('is mailed again when it is refunded after a refund failed', async () => {
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

  it('is refunded when a process died after it recorded the payment', async () => {
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

  it('is mailed when a failed refund was paid in another way', async () => {
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

  it('is not refunded while a dispute holds the money, and is when the dispute is won', async () => {
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

  it('is neither refunded nor credited when its dispute is lost', async () => {
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

describe('a refused refund of lines that were owned already', () => {
  async function refused() {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2] })
    await shop.deps.db.entitlement.create({
      data: {
        id: newId(),
        studentId: student.id,
        videoId: 2,
        isBundle: false,
        grantedById: admin.id,
        grantReason: 'A prize',
        startsAt: shop.deps.clock.now(),
        expiresAt: addDays(shop.deps.clock.now(), 90),
      },
    })
    await shop.pay(intentId)
    const refund = async () => ({ kind: 'refused', code: 'balance_insufficient' }) as const
    await syncPayment({ ...shop.deps, payments: { ...shop.deps.payments, refund } }, intentId)
    const { id: chargeId } = await chargeOf(shop, intentId)
    const refundLater = async () => {
      shop.deps.clock.advance(2 * 60 * 60_000)
      await syncPayment(shop.deps, intentId)
      shop.deps.clock.advance(2 * 60 * 60_000)
      await syncPayment(shop.deps, intentId)
      return shop.deps.db.refund.findFirstOrThrow({ where: { payment: { orderId }, stripeRefundId: null } })
    }
    return { orderId, chargeId, refundLater, controls: shop.sandbox.controls }
  }

  it('is withdrawn when the whole payment is refunded at Stripe', async () => {
    const { chargeId, refundLater, controls } = await refused()
    controls.refund(chargeId)
    expect(await refundLater()).toMatchObject({ status: 'withdrawn' })
  })

  it('is withdrawn when the bank takes the whole payment', async () => {
    const { chargeId, refundLater, controls } = await refused()
    controls.loseDispute(controls.openDispute(chargeId).id)
    expect(await refundLater()).toMatchObject({ status: 'withdrawn' })
  })

  it('fails for an admin to resolve when less is left', async () => {
    const { orderId, chargeId, refundLater, controls } = await refused()
    controls.refund(chargeId, 9_000)
    expect(await refundLater()).toMatchObject({ status: 'failed', resolution: null })
    expect((await readOrder(shop, orderId)).net.grossPence).toBe(3_000)
  })

  it('fails for an admin to resolve after a lost dispute', async () => {
    const { orderId, chargeId, refundLater, controls } = await refused()
    controls.loseDispute(controls.openDispute(chargeId, { amount: 1_000 }).id)
    expect(await refundLater()).toMatchObject({ status: 'failed', lastError: 'charge_disputed' })
    expect((await readOrder(shop, orderId)).net.grossPence).toBe(11_000)
  })
})
