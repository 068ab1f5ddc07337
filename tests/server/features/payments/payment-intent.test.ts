import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIntent } from '#server/features/checkout/create-intent.ts'
import { handleEvent, storeEvent } from '#server/features/payments/stripe-events.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

// The sandbox's objects have livemode false, like those of Stripe's test mode.
let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** The same shop with live keys. */
function live(): TestShop['deps'] {
  return { ...shop.deps, config: { ...shop.deps.config, stamp: 'live' } }
}

const incidents = (subjectId: string) =>
  shop.deps.db.incident.findMany({ where: { subjectId }, select: { kind: true, closedAt: true } })

describe("a payment of Stripe's test mode, in a live shop", () => {
  it('fulfils nothing and opens an incident', async () => {
    const student = await makeStudent(shop.deps)
    const { orderId, intentId } = await shop.order({ student, videoIds: [1] })
    await shop.pay(intentId)
    await expect(syncPayment(live(), intentId)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    const order = await shop.deps.db.order.findUniqueOrThrow({ where: { id: orderId } })
    expect(order.status).toBe('open')
    expect(await shop.deps.db.document.count({ where: { orderId } })).toBe(0)
    expect(await incidents(intentId)).toEqual([{ kind: 'otherMode', closedAt: null }])
  })

  it('is not created', async () => {
    const { id: studentId } = await makeStudent(shop.deps)
    const wish = { studentId, videoIds: [2], referralCode: null }
    await expect(createIntent(live(), wish)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    expect(await shop.deps.db.payment.count({ where: { order: { studentId } } })).toBe(0)
  })

  it('cannot be recorded under a live stamp', async () => {
    const { orderId } = await makeBuyer(shop, [3])
    expect(await shop.deps.db.payment.findUniqueOrThrow({ where: { orderId } })).toMatchObject({
      livemode: false,
    })
    await shop.deps.db.installation.create({ data: { id: 1, kind: 'live', stampedAt: new Date(0) } })
    await expect(
      shop.deps.db.payment.update({ where: { orderId }, data: { livemode: false } }),
    ).rejects.toThrow(/other mode/)
    await shop.deps.db.installation.deleteMany()
  })

  it('has events that are stored, not handled, and open an incident', async () => {
    const { intentId } = await makeBuyer(shop, [4])
    const event = {
      id: 'evt_of_the_test_mode',
      type: 'charge.refunded',
      objectId: 'ch_1',
      intentId,
      livemode: false,
      createdAt: shop.deps.clock.now(),
    }
    shop.deps.queue.take('orders.processEvent')
    await storeEvent(live(), event)
    expect(shop.deps.queue.take('orders.processEvent')).toEqual([])
    const stored = await shop.deps.db.stripeEvent.findUniqueOrThrow({ where: { id: event.id } })
    expect(stored).toMatchObject({ livemode: false, attempts: 0, processedAt: shop.deps.clock.now() })
    await handleEvent(live(), event.id)
    expect(await incidents(intentId)).toEqual([])
    expect(await incidents('events')).toEqual([{ kind: 'otherMode', closedAt: null }])
  })
})

describe('a payment that names an order whose payment is another', () => {
  it('is refused and opens an incident', async () => {
    const { orderId } = await makeBuyer(shop, [5])
    const stray = await shop.stripe.paymentIntents.create({
      amount: 6_000,
      currency: 'gbp',
      metadata: { orderId },
    })
    await shop.pay(stray.id)
    await expect(syncPayment(shop.deps, stray.id)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    expect(await incidents(stray.id)).toEqual([{ kind: 'paymentWithoutOrder', closedAt: null }])

    await shop.stripe.refunds.create({ payment_intent: stray.id, amount: 1_000 })
    await expect(syncPayment(shop.deps, stray.id)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    expect(await incidents(stray.id)).toEqual([{ kind: 'paymentWithoutOrder', closedAt: null }])
    await shop.stripe.refunds.create({ payment_intent: stray.id })
    await expect(syncPayment(shop.deps, stray.id)).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' })
    expect(await incidents(stray.id)).toEqual([{ kind: 'paymentWithoutOrder', closedAt: expect.any(Date) }])
  })
})
