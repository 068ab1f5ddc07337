import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findAttention } from '#server/features/operations/attention.ts'
import { catchUpEvents } from '#server/features/payments/catch-up-events.ts'
import { reconcilePayments } from '#server/features/payments/reconcile-payments.ts'
import { handleEvent, storeEvent } from '#server/features/payments/stripe-events.ts'
import { LISTED_EVENT_TYPES } from '#shared/operations/stripe-event-types.ts'
import { chargeOf, readOrder } from '#tests/server/features/refunds/refunded-order.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { paymentsWithChangedEvents } from './changed-events.ts'

// No webhook is ever sent in this file: the sandbox has no address to send it to.
let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const HOUR = 60 * 60_000

const readMark = () =>
  shop.deps.db.eventsRead.findUniqueOrThrow({
    where: { id: 1 },
    select: { until: true, target: true, cursor: true },
  })

async function catchUpAndAct(): Promise<void> {
  await catchUpEvents(shop.deps)
  for (const { eventId } of shop.deps.queue.take('orders.processEvent')) {
    await handleEvent(shop.deps, eventId)
  }
}

describe('events without a webhook', () => {
  it('are read from Stripe and handled within a quarter of an hour', async () => {
    const buyer = await makeBuyer(shop, [1])
    shop.deps.clock.advance(60_000)
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    shop.deps.clock.advance(5 * 60_000)
    await reconcilePayments(shop.deps)
    shop.deps.clock.advance(5 * 60_000)
    await reconcilePayments(shop.deps) // no one works on the queue here: the requeue job finds the inbox
    const books = await readOrder(shop, buyer.orderId)
    expect(books.kinds).toEqual(['invoice', 'creditNote'])
    expect(books.openVideoIds).toEqual([])
  })

  it('are stored once, and only those that the shop handles', async () => {
    const buyer = await makeBuyer(shop, [2])
    shop.deps.queue.take('orders.processEvent')
    shop.sandbox.controls.openDispute((await chargeOf(shop, buyer.intentId)).id)
    await catchUpEvents(shop.deps)
    const asked = shop.deps.queue.take('orders.processEvent')
    expect(asked.length).toBeGreaterThan(0)
    const types = await shop.deps.db.stripeEvent.findMany({
      where: { intentId: buyer.intentId },
      select: { type: true },
    })
    expect(types.map(({ type }) => type)).toContain('charge.dispute.created')
    expect(types.map(({ type }) => type)).not.toContain('charge.succeeded')
    for (const { eventId } of asked) await handleEvent(shop.deps, eventId)
    await catchUpEvents(shop.deps)
    expect(shop.deps.queue.take('orders.processEvent')).toEqual([])
  })

  it('are read as far back as the outage lasted', async () => {
    await catchUpEvents(shop.deps)
    const buyer = await makeBuyer(shop, [3])
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    shop.deps.queue.take('orders.processEvent')
    shop.deps.clock.advance(9 * HOUR)
    await catchUpAndAct()
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([])
  })

  it('are read from the end of the last reading, whatever webhooks arrived since', async () => {
    const buyer = await makeBuyer(shop, [4])
    await catchUpAndAct()
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    shop.deps.clock.advance(9 * HOUR)
    const createdAt = shop.deps.clock.now()
    const other = {
      id: 'evt_other',
      type: 'refund.created',
      objectId: 're_other',
      intentId: null,
      livemode: false,
      createdAt,
    }
    await storeEvent(shop.deps, other)
    await catchUpAndAct()
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([])
  })

  it('are stored, of each type that is asked for', async () => {
    const createdAt = shop.deps.clock.now()
    const common = { objectId: 'of_each_type', intentId: null, livemode: false, createdAt }
    const dropped: string[] = []
    for (const type of LISTED_EVENT_TYPES) {
      if (!(await storeEvent(shop.deps, { id: `evt_${type}`, type, ...common }, 'lookup'))) dropped.push(type)
    }
    expect(dropped).toEqual([])
    await shop.deps.db.stripeEvent.deleteMany({ where: { objectId: common.objectId } })
  })

  it('are read again where the reading stopped in the middle', async () => {
    const [first, second] = [await makeBuyer(shop, [5]), await makeBuyer(shop, [6])]
    await catchUpAndAct()
    shop.sandbox.controls.refund((await chargeOf(shop, first.intentId)).id)
    shop.sandbox.controls.refund((await chargeOf(shop, second.intentId)).id)
    shop.deps.clock.advance(9 * HOUR)
    const { payments } = shop.deps
    const broken: typeof payments = {
      ...payments,
      async listEvents(wanted) {
        const page = await payments.listEvents(wanted)
        // PostgreSQL takes no text with a zero byte.
        const events = page?.events.map((event) =>
          event.intentId === second.intentId ? { ...event, type: `${event.type}\0` } : event,
        )
        return page && { ...page, events: events ?? [] }
      },
    }
    await expect(catchUpEvents({ ...shop.deps, payments: broken })).rejects.toThrow()
    const refunded = { intentId: first.intentId, type: 'charge.refunded' }
    expect(await shop.deps.db.stripeEvent.count({ where: refunded })).toBe(1)
    await catchUpAndAct()
    expect((await readOrder(shop, second.orderId)).openVideoIds).toEqual([])
  })
})

describe('an event of another shape than the shop knows', () => {
  it('becomes an incident, and stops neither the others nor the mark', async () => {
    const [odd, well] = [await makeBuyer(shop, [3]), await makeBuyer(shop, [5])]
    await catchUpAndAct()
    shop.deps.clock.advance(2 * HOUR)
    shop.sandbox.controls.refund((await chargeOf(shop, odd.intentId)).id)
    shop.sandbox.controls.refund((await chargeOf(shop, well.intentId)).id)
    const { payments, close } = await paymentsWithChangedEvents(shop, (event) => {
      const { object } = event.data
      if (object.payment_intent !== odd.intentId) return event
      return { ...event, data: { object: { ...object, payment_intent: { id: odd.intentId } } } }
    })
    await catchUpEvents({ ...shop.deps, payments })
    await catchUpEvents({ ...shop.deps, payments })
    await close()
    const stored = { intentId: well.intentId, type: 'charge.refunded' }
    expect(await shop.deps.db.stripeEvent.count({ where: stored })).toBe(1)
    expect(await readMark()).toEqual({ until: shop.deps.clock.now(), target: null, cursor: null })
    const rows = (await findAttention(shop.deps)).items.filter(({ kind }) => kind === 'unhandledEvent')
    expect(rows.map(({ what }) => what.replace(/evt_\w+/, 'evt'))).toEqual(
      expect.arrayContaining([
        'Event evt of Stripe could not be read or acted on: refund.created; payment_intent: invalid_type',
        'Event evt of Stripe could not be read or acted on: charge.refunded; payment_intent: invalid_type',
      ]),
    )
    expect(rows).toHaveLength(2)
  })
})

describe('a stored cursor of another Stripe account', () => {
  it('is ignored: the reading begins again where the last one ended', async () => {
    const buyer = await makeBuyer(shop, [6])
    await catchUpAndAct()
    const until = shop.deps.clock.now()
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    shop.deps.clock.advance(9 * HOUR)
    const strange = { type: 'refund.created', objectId: 're_theirs', receivedAt: until, happenedAt: until }
    await shop.deps.db.stripeEvent.create({ data: { id: 'evt_theirs', ...strange } })
    await shop.deps.db.eventsRead.update({
      where: { id: 1 },
      data: { until, target: shop.deps.clock.now(), cursor: 'evt_theirs' },
    })
    await catchUpAndAct()
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([])
    expect(await readMark()).toEqual({ until: shop.deps.clock.now(), target: null, cursor: null })
  })
})

describe('a long outage', () => {
  const DAY = 24 * HOUR

  it('loses no refund within twenty days', async () => {
    const buyer = await makeBuyer(shop, [7])
    await catchUpAndAct()
    shop.deps.clock.advance(HOUR)
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    shop.deps.clock.advance(20 * DAY)
    await catchUpAndAct()
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([])
  })

  it('with more events than one run reads is completed by the next runs', async () => {
    const buyer = await makeBuyer(shop, [1])
    await catchUpAndAct()
    shop.deps.clock.advance(2 * HOUR)
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    shop.deps.clock.advance(60_000)
    for (let turn = 0; turn < 130; turn++) {
      await shop.stripe.paymentIntents.create({ amount: 100, currency: 'gbp' })
    }
    shop.deps.clock.advance(3 * DAY)
    const before = await readMark()
    const refund = { intentId: buyer.intentId, type: 'charge.refunded' }

    await catchUpEvents(shop.deps, { mostPages: 1 })
    expect(await shop.deps.db.stripeEvent.count({ where: refund })).toBe(0)
    expect((await readMark()).until).toEqual(before.until)

    await catchUpEvents(shop.deps, { mostPages: 1 })
    expect(await shop.deps.db.stripeEvent.count({ where: refund })).toBe(1)
    expect(await readMark()).toEqual({ until: shop.deps.clock.now(), target: null, cursor: null })
  })

  it('continues where the reading was when Stripe has deleted its last event', async () => {
    for (let turn = 0; turn < 110; turn++) {
      await shop.stripe.paymentIntents.create({ amount: 100, currency: 'gbp' })
    }
    await catchUpEvents(shop.deps, { mostPages: 1 })
    expect((await readMark()).cursor).not.toBeNull()
    shop.deps.clock.advance(31 * DAY)
    const buyer = await makeBuyer(shop, [2])
    shop.sandbox.controls.refund((await chargeOf(shop, buyer.intentId)).id)
    await catchUpAndAct()
    await catchUpAndAct()
    expect((await readOrder(shop, buyer.orderId)).openVideoIds).toEqual([])
  })
})
