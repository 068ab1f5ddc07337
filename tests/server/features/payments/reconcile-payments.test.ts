import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcilePayments, tryEach } from '#server/features/payments/reconcile-payments.ts'
import { MOST_EVENT_ATTEMPTS } from '#server/features/payments/stripe-events.ts'
import { syncPayment } from '#server/features/payments/sync-payment.ts'
import { createLogger } from '#server/infra/log.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'

const MINUTE = 60_000
const LONG = { timeout: size(60_000, 30 * 60_000) }

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

/** Paid at Stripe, without a webhook or a confirming browser. */
async function payQuietly(videoId: number) {
  const order = await shop.order({ student: await makeStudent(shop.deps), videoIds: [videoId] })
  await shop.pay(order.intentId)
  return order
}

const statusOf = async (orderId: string) =>
  (await shop.deps.db.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } })).status

/** Payments with Stripe unavailable for some intents, and the intents that were read. */
function withStripeAway(isAway: (intentId: string) => boolean) {
  const { payments } = shop.deps
  const asked: string[] = []
  const deps = {
    ...shop.deps,
    payments: {
      ...payments,
      async findPayment(id: string) {
        asked.push(id)
        if (isAway(id)) throw new Stripe.errors.StripeConnectionError({ message: 'Stripe does not answer' })
        return payments.findPayment(id)
      },
    },
  }
  return { deps, asked }
}

describe('when webhooks never arrive', () => {
  it('every paid order is fulfilled once, however often reconciliation runs', async () => {
    const orders = await Promise.all([1, 2, 3, 4, 5].map(payQuietly))
    shop.deps.clock.advance(5 * MINUTE)
    await Promise.all([reconcilePayments(shop.deps), reconcilePayments(shop.deps)])
    await reconcilePayments(shop.deps)
    for (const { orderId } of orders) {
      expect(await statusOf(orderId)).toBe('paid')
      expect(await shop.deps.db.entitlement.count({ where: { orderId } })).toBe(1)
      expect(await shop.deps.db.document.count({ where: { orderId } })).toBe(1)
    }
  })

  it('one of twenty is repaired within a quarter of an hour', LONG, async () => {
    const count = size(20, 400)
    const orders: Awaited<ReturnType<typeof payQuietly>>[] = []
    for (let turn = 0; turn < count; turn++) {
      const order = await payQuietly((turn % 7) + 1)
      if (turn % 20 !== 0) await syncPayment(shop.deps, order.intentId)
      orders.push(order)
    }
    const opened = async () => {
      const where = { id: { in: orders.map(({ orderId }) => orderId) }, status: 'open' as const }
      return shop.deps.db.order.count({ where })
    }
    const lost = count / 20
    expect(await opened()).toBe(lost)
    shop.deps.clock.advance(15 * MINUTE)
    await reconcilePayments(shop.deps)
    expect(await opened()).toBe(0)
    // A run handles no more than its share of the events that the first one read.
    const waiting = () => shop.deps.db.stripeEvent.count({ where: { processedAt: null } })
    for (let run = 0; run < count / 10 && (await waiting()) > 0; run++) {
      shop.deps.clock.advance(5 * MINUTE)
      await reconcilePayments(shop.deps)
    }
    expect(await waiting()).toBe(0)
    recordReliability('webhooks lost', lost, `lost of ${count}, repaired`)
  })

  it('an order that was not paid stays open', async () => {
    const { orderId } = await shop.order({ student: await makeStudent(shop.deps), videoIds: [1] })
    shop.deps.clock.advance(5 * MINUTE)
    await reconcilePayments(shop.deps)
    expect(await statusOf(orderId)).toBe('open')
  })

  it('one payment that cannot be synced does not stop the others', async () => {
    const wrong = await shop.order({ student: await makeStudent(shop.deps), videoIds: [6] })
    await shop.stripe.paymentIntents.update(wrong.intentId, { amount: 100 })
    await shop.pay(wrong.intentId)
    const right = await payQuietly(7)
    shop.deps.clock.advance(5 * MINUTE)
    shop.deps.logged.length = 0
    await reconcilePayments(shop.deps)
    expect(await statusOf(right.orderId)).toBe('paid')
    expect(shop.deps.logged.join()).toContain('reconciliation failed for one payment')
  })

  it('a stored event is handled', async () => {
    const { orderId, intentId } = await payQuietly(2)
    const receivedAt = shop.deps.clock.now()
    const event = {
      id: 'evt_left',
      type: 'payment_intent.succeeded',
      objectId: intentId,
      intentId,
      receivedAt,
    }
    await shop.deps.db.stripeEvent.create({ data: event })
    shop.deps.clock.advance(5 * MINUTE)
    await reconcilePayments(shop.deps)
    expect(await statusOf(orderId)).toBe('paid')
    const row = await shop.deps.db.stripeEvent.findUniqueOrThrow({ where: { id: 'evt_left' } })
    expect(row.processedAt).toEqual(shop.deps.clock.now())
  })

  it('events that keep failing do not delay a new one, and end with one line in the log', async () => {
    const { orderId, intentId } = await payQuietly(3)
    const { db, clock, payments } = shop.deps
    const failing: typeof payments = {
      ...payments,
      async findPayment(id) {
        if (id === 'pi_poison') throw new Error('Stripe answers something odd')
        return payments.findPayment(id)
      },
    }
    const deps = { ...shop.deps, payments: failing }
    const type = 'payment_intent.succeeded'
    const receivedAt = clock.now()
    const poison = Array.from({ length: 200 }, (_, index) => ({
      id: `evt_poison_${index}`,
      type,
      objectId: 'pi_poison',
      intentId: 'pi_poison',
      receivedAt: new Date(receivedAt.getTime() - MINUTE),
      attempts: index === 0 ? MOST_EVENT_ATTEMPTS - 1 : 1,
    }))
    await db.stripeEvent.createMany({ data: poison })
    await db.stripeEvent.create({ data: { id: 'evt_new', type, objectId: intentId, intentId, receivedAt } })
    clock.advance(5 * MINUTE)
    shop.deps.logged.length = 0
    await reconcilePayments(deps)
    expect(await statusOf(orderId)).toBe('paid')
    expect(await db.stripeEvent.findUnique({ where: { id: 'evt_new' } })).toMatchObject({ attempts: 1 })

    await db.stripeEvent.deleteMany({ where: { id: { in: poison.slice(1).map(({ id }) => id) } } })
    await reconcilePayments(deps)
    await reconcilePayments(deps)
    expect(await db.stripeEvent.findUnique({ where: { id: 'evt_poison_0' } })).toMatchObject({
      processedAt: null,
      attempts: MOST_EVENT_ATTEMPTS,
    })
    const lines = shop.deps.logged.filter((line) => line.includes('was given up'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('evt_poison_0')
    const incidents = await db.incident.findMany({ where: { kind: 'unhandledEvent' } })
    expect(incidents).toMatchObject([
      {
        subjectId: 'evt_poison_0',
        detail: 'payment_intent.succeeded of pi_poison; Stripe answers something odd',
      },
    ])
  })
})

describe('while Stripe does not answer', () => {
  it('three events and three payments are tried, not all', async () => {
    await Promise.all([1, 2, 3, 4, 5].map(payQuietly))
    await shop.deps.db.stripeEvent.deleteMany()
    shop.deps.clock.advance(5 * MINUTE)
    const { deps, asked } = withStripeAway(() => true)
    await reconcilePayments(deps) // which puts the events into the inbox
    expect(asked).toHaveLength(3)
    shop.deps.clock.advance(5 * MINUTE)
    await reconcilePayments(deps)
    expect(asked).toHaveLength(3 + 6)
  })

  it('for some payments only, the others are synced', async () => {
    const orders = await Promise.all([1, 2, 3].map(payQuietly))
    const bad = orders.slice(0, 2).map(({ intentId }) => intentId)
    shop.deps.clock.advance(5 * MINUTE)
    await reconcilePayments(withStripeAway((id) => bad.includes(id)).deps)
    expect(await Promise.all(orders.map(({ orderId }) => statusOf(orderId)))).toEqual([
      'open',
      'open',
      'paid',
    ])
  })

  it('a refund made at Stripe is recorded after an outage of weeks, however often it was tried', async () => {
    const { db, clock } = shop.deps
    const { orderId, intentId } = await payQuietly(1)
    await reconcilePayments(shop.deps)
    clock.advance(5 * MINUTE)
    await reconcilePayments(shop.deps)
    await db.stripeEvent.deleteMany()
    const intent = await shop.stripe.paymentIntents.retrieve(intentId)
    shop.sandbox.controls.refund(String(intent.latest_charge), 1_000)
    const event = { id: 'evt_old', type: 'refund.created', objectId: 're_x', intentId }
    await db.stripeEvent.create({ data: { ...event, receivedAt: clock.now(), attempts: 20 * 24 * 12 } })
    clock.advance(5 * MINUTE)
    const listEvents = async () => ({ events: [], unreadable: [], next: null })
    await reconcilePayments({ ...shop.deps, payments: { ...shop.deps.payments, listEvents } })
    expect(await db.payment.findUnique({ where: { orderId } })).toMatchObject({ refundedPence: 1_000 })
  })
})

const log = createLogger({ level: 'silent', pretty: false, destination: { write() {} } })

const away = Object.assign(new Error('No answer'), { code: 'ECONNREFUSED' })
const own = new Error('The amounts differ')

/** How many items are tried when they end like this. */
async function tried(outcomes: (Error | null)[]): Promise<number> {
  let count = 0
  const items = outcomes.map((outcome, index) => ({ id: `${index}`, outcome }))
  async function work({ outcome }: (typeof items)[number]): Promise<void> {
    count++
    if (outcome) throw outcome
  }
  await tryEach({ log }, { items, work, failure: 'it failed' })
  return count
}

it.each([
  ['three outages in a row end the run', [away, away, away, null, null], 3],
  ['two outages do not end the run', [away, away, null, away, away, null], 6],
  ['two outages with another error between them do not end the run', [away, away, own, away, away, own], 6],
  ['other errors never end the run', [own, own, own, own, null], 5],
])('%s', async (_what, outcomes, expected) => {
  expect(await tried(outcomes)).toBe(expected)
})
