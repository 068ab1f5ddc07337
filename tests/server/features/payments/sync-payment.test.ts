import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOrder } from '#server/features/orders/order-queries.ts'
import { cancelOrder } from '#server/features/payments/cancel-order.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

describe('syncing a payment', () => {
  it('changes nothing while nothing is paid', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1] })
    expect(await syncPayment(shop.deps, intentId)).toMatchObject({ orderId, outcome: 'open' })
    expect(await shop.deps.db.entitlement.count({ where: { studentId: student.id } })).toBe(0)
  })

  it('refunds a payment for a cancelled order, once, with a mail', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1, 2] })
    await shop.pay(intentId)
    // The shop cancelled the order while the bank paid: Stripe's refusal to cancel never arrived.
    await shop.deps.db.order.update({
      where: { id: orderId },
      data: { status: 'cancelled', cancelledAt: shop.deps.clock.now() },
    })
    const outcomes = await Promise.all([1, 2, 3].map(() => syncPayment(shop.deps, intentId)))
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['refunded', 'refunded', 'refunded'])

    const refunds = await shop.stripe.refunds.list({ payment_intent: intentId })
    expect(refunds.data.map(({ amount }) => amount)).toEqual([12_000])
    expect(await shop.deps.db.refund.count({ where: { payment: { orderId } } })).toBe(1)
    expect(await shop.deps.db.outboxMessage.count({ where: { dedupeKey: `returned:${orderId}` } })).toBe(1)
    expect(await shop.deps.db.entitlement.count({ where: { studentId: student.id } })).toBe(0)
    expect(await shop.deps.db.document.count({ where: { orderId } })).toBe(0)
  })

  it('fulfils instead of cancelling when the payment came first', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [3] })
    await shop.pay(intentId)
    const order = await findOrder(shop.deps.db, orderId)
    if (!order) throw new Error('The order is gone')
    expect(await cancelOrder(shop.deps, order, 'expired')).toBe('paid')
    expect(await shop.deps.db.entitlement.count({ where: { orderId } })).toBe(1)
  })

  it('refuses a payment of another amount and fulfils nothing', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [4] })
    await shop.stripe.paymentIntents.update(intentId, { amount: 100 })
    await shop.pay(intentId)
    await expect(syncPayment(shop.deps, intentId)).rejects.toMatchObject({ code: 'PAYMENT_MISMATCH' })
    expect(await shop.deps.db.entitlement.count({ where: { orderId } })).toBe(0)
  })

  it('earns on an estimated fee and corrects it, once, when Stripe knows the fee', async () => {
    shop.sandbox.controls.switch({ lateFees: true })
    const referer = await makeReferer(shop.deps)
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1], code: referer.code })
    await shop.pay(intentId)
    await syncPayment(shop.deps, intentId)
    shop.sandbox.controls.switch({ lateFees: false })
    const entries = () =>
      shop.deps.db.ledgerEntry.findMany({
        where: { commission: { orderId } },
        orderBy: { writtenAt: 'asc' },
        select: { kind: true, amountPence: true, isEstimate: true },
      })
    // £54 paid, £9 VAT, 1.5 % and 20p estimated: 5 % of £43.99.
    expect(await entries()).toEqual([{ kind: 'earned', amountPence: 220, isEstimate: true }])

    const intent = await shop.stripe.paymentIntents.retrieve(intentId)
    shop.sandbox.controls.tellFee(String(intent.latest_charge))
    await Promise.all([1, 2, 3].map(() => syncPayment(shop.deps, intentId)))
    expect((await entries()).map(({ kind }) => kind)).toEqual(['earned', 'corrected'])
    const payment = await shop.deps.db.payment.findUniqueOrThrow({ where: { orderId } })
    expect(payment.feeIsEstimate).toBe(false)
  })

  it('finds an order whose payment is recorded between its two reads', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [5] })
    await shop.pay(intentId)
    const { db } = shop.deps
    const record = await db.payment.delete({ where: { orderId } })
    const order = new Proxy(db.order, {
      get: (target, name, receiver) =>
        name === 'findFirst' ? lookTooEarly : Reflect.get(target, name, receiver),
    })
    async function lookTooEarly() {
      await db.payment.create({ data: record, select: { id: true } })
      return null
    }
    const late = new Proxy(db, {
      get: (target, name, receiver) => (name === 'order' ? order : Reflect.get(target, name, receiver)),
    })
    expect(await syncPayment({ ...shop.deps, db: late }, intentId)).toMatchObject({
      orderId,
      outcome: 'paid',
    })
  })

  it('refuses an unknown intent', async () => {
    await expect(syncPayment(shop.deps, 'pi_unknown')).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
  })
})
