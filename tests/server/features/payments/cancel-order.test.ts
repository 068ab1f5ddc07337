import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelExpired, reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

const DAY = 24 * 60 * 60_000

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

async function order() {
  const student = await makeStudent(shop.deps)
  return { student, ...(await shop.order({ student, videoIds: [1] })) }
}
const stored = (id: string) =>
  shop.deps.db.order.findUniqueOrThrow({ where: { id }, select: { status: true, cancelledAt: true } })

describe('an order that is not paid', () => {
  it('is cancelled after a day, at Stripe as well, and not before', async () => {
    const { orderId, intentId } = await order()
    shop.deps.clock.advance(DAY - 1)
    await cancelExpired(shop.deps)
    expect((await stored(orderId)).status).toBe('open')
    shop.deps.clock.advance(1)
    await Promise.all([cancelExpired(shop.deps), cancelExpired(shop.deps)])
    expect(await stored(orderId)).toEqual({ status: 'cancelled', cancelledAt: shop.deps.clock.now() })
    expect((await shop.deps.payments.findPayment(intentId))?.status).toBe('cancelled')
  })

  it('leaves the student free to order again', async () => {
    const { student, orderId } = await order()
    shop.deps.clock.advance(DAY)
    await cancelExpired(shop.deps)
    expect((await shop.order({ student, videoIds: [1] })).orderId).not.toBe(orderId)
  })

  it('stays open while Stripe does not answer, after three attempts for all orders', async () => {
    const orders = await Promise.all([1, 2, 3, 4].map(order))
    shop.deps.clock.advance(DAY)
    let asked = 0
    const payments = {
      ...shop.deps.payments,
      async cancelIntent(): Promise<never> {
        asked++
        throw new Stripe.errors.StripeConnectionError({ message: 'Stripe does not answer' })
      },
    }
    await cancelExpired({ ...shop.deps, payments })
    expect(asked).toBe(3)
    await cancelExpired(shop.deps)
    for (const { orderId } of orders) expect((await stored(orderId)).status).toBe('cancelled')
  })
})

describe('an order that was paid at the last moment', () => {
  it('is fulfilled instead', async () => {
    const { orderId, intentId } = await order()
    await shop.pay(intentId)
    shop.deps.clock.advance(DAY)
    await cancelExpired(shop.deps)
    expect((await stored(orderId)).status).toBe('paid')
    expect(await shop.deps.db.entitlement.count({ where: { orderId } })).toBe(1)
  })
})

describe('an order whose payment Stripe does not know', () => {
  const inTheBooks = (id: string) =>
    shop.deps.db.order.findUniqueOrThrow({
      where: { id },
      select: { status: true, cancelReason: true, payment: { select: { status: true } } },
    })
  const unknown = { status: 'cancelled', cancelReason: 'unknownIntent', payment: { status: 'open' } }

  async function orderWithOtherKeys() {
    const made = await order()
    await shop.deps.db.payment.update({
      where: { orderId: made.orderId },
      data: { intentId: `pi_other_keys_${made.orderId}`, createdAt: new Date(0) },
    })
    return made
  }

  it('is cancelled with the reason after its day, and its student can order again', async () => {
    const { orderId, student } = await orderWithOtherKeys()
    shop.deps.clock.advance(DAY)
    await cancelExpired(shop.deps)
    expect(await inTheBooks(orderId)).toEqual(unknown)
    expect(await shop.deps.db.incident.findMany({ where: { subjectId: orderId } })).toMatchObject([
      { kind: 'unknownIntent', detail: `pi_other_keys_${orderId}`, closedAt: null },
    ])
    expect((await shop.order({ student, videoIds: [1] })).orderId).not.toBe(orderId)
  })

  it('is cancelled by the reconciliation, and when its student returns', async () => {
    const { orderId } = await orderWithOtherKeys()
    await reconcilePayments(shop.deps)
    expect(await inTheBooks(orderId)).toEqual(unknown)

    const other = await orderWithOtherKeys()
    const again = await shop.order({ student: other.student, videoIds: [1] })
    expect(await inTheBooks(other.orderId)).toEqual(unknown)
    expect(again.orderId).not.toBe(other.orderId)
  })

  it('is told to the log once, and looked up again every hour in silence', async () => {
    const { orderId } = await orderWithOtherKeys()
    shop.deps.logged.length = 0
    await reconcilePayments(shop.deps)
    expect(shop.deps.logged.filter((line) => line.includes(orderId))).toHaveLength(1)
    shop.deps.logged.length = 0
    shop.deps.clock.advance(61 * 60_000)
    await reconcilePayments(shop.deps)
    expect(shop.deps.logged).toEqual([])
    const { reconciledAt } = await shop.deps.db.payment.findUniqueOrThrow({ where: { orderId } })
    expect(reconciledAt).toEqual(shop.deps.clock.now())
  })

  it('needs a person where it was paid after its order was cancelled, and its refund is pending', async () => {
    const { orderId, intentId } = await order()
    const { db, clock } = shop.deps
    await db.order.update({
      where: { id: orderId },
      data: { status: 'cancelled', cancelledAt: clock.now(), cancelReason: 'replaced' },
    })
    await shop.pay(intentId, 'pm_card_pendingRefund')
    await syncPayment(shop.deps, intentId)
    shop.sandbox.controls.forget(intentId)
    clock.advance(5 * 60_000)
    await reconcilePayments(shop.deps)
    expect(await db.incident.findMany({ where: { subjectId: orderId } })).toMatchObject([
      { kind: 'unknownIntent', detail: intentId, closedAt: null },
    ])
  })

  it('is cancelled at Stripe when Stripe knows it again, so that it cannot be paid', async () => {
    const { orderId, intentId } = await orderWithOtherKeys()
    shop.deps.clock.advance(DAY)
    await cancelExpired(shop.deps)
    await shop.deps.db.payment.update({ where: { orderId }, data: { intentId } })
    await reconcilePayments(shop.deps)
    expect((await shop.stripe.paymentIntents.retrieve(intentId)).status).toBe('canceled')
    expect(await inTheBooks(orderId)).toMatchObject({ payment: { status: 'cancelled' } })
    const incident = await shop.deps.db.incident.findFirst({ where: { subjectId: orderId } })
    expect(incident).toMatchObject({ kind: 'unknownIntent', closedAt: shop.deps.clock.now() })
  })
})

describe('200 orders that cannot be cancelled', () => {
  it('do not delay another order', async () => {
    await shop.deps.pool.query(`
      with made as (
        insert into "Student" ("id", "username", "usernameKey", "email", "emailKey", "passwordHash", "createdAt", "lastSeenAt")
        select 'stuck' || n, 'stuck' || n, 'stuck' || n, 'stuck' || n || '@example.com', 'stuck' || n || '@example.com', '', t, t
          from generate_series(1, 200) n, (select '2026-01-01T00:00:00Z'::timestamptz as t) at
        returning "id"
      ), ordered as (
        insert into "Order" ("id", "studentId", "status", "cartKey", "isBundle", "collectionDiscount", "subtotalPence",
          "collectionDiscountPence", "referralDiscountPence", "totalPence", "exVatPence", "vatPence", "vatBps", "singleMonths",
          "bundleMonths", "createdAt", "expiresAt")
        select "id", "id", 'open', '1', false, 'none', 6000, 0, 0, 6000, 6000, 0, 0, 3, 12, t, t
          from made, (select '2026-01-01T00:00:00Z'::timestamptz as t) at
        returning "id", "createdAt"
      )
      insert into "Payment" ("id", "orderId", "intentId", "status", "amountPence", "createdAt")
      select "id", "id", 'pi_' || "id", 'open', 6000, "createdAt" from ordered`)
    const { orderId } = await order()
    shop.deps.clock.advance(DAY)
    const { payments } = shop.deps
    const stuck: typeof payments = {
      ...payments,
      async cancelIntent(intentId) {
        if (intentId.startsWith('pi_stuck')) throw new Error('Stripe says something new')
        return payments.cancelIntent(intentId)
      },
    }
    await cancelExpired({ ...shop.deps, payments: stuck })
    await cancelExpired({ ...shop.deps, payments: stuck })
    expect((await stored(orderId)).status).toBe('cancelled')
  })
})
