import { fc } from '@fast-check/vitest'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleEvent } from '#server/features/payments/stripe-events.ts'
import { chargeOf, readOrder } from '#tests/server/features/refunds/refunded-order.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { size } from '#tests/support/size.ts'

let app: TestApp
let code: string
beforeAll(async () => {
  app = await createTestApp()
  code = (await makeReferer(app.shop.deps)).code
})
afterAll(() => app.close())

const SEED = 20_261_122
const TOLD = [
  'payment_intent.succeeded',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
] as const

/** What happens at Stripe, in order: a purchase, a partial refund, a dispute, its loss. */
async function openPurchase() {
  const { shop } = app
  const student = await makeStudent(shop.deps)
  const bought = await shop.order({ student, videoIds: [1, 3], code })
  const charge = async () => (await chargeOf(shop, bought.intentId)).id
  const { controls } = shop.sandbox
  let disputeId = ''
  const happenings = [
    () => shop.pay(bought.intentId),
    async () => controls.refund(await charge(), 1_000),
    async () => {
      disputeId = controls.openDispute(await charge(), { amount: 5_000 }).id
    },
    async () => controls.loseDispute(disputeId),
  ]
  return { ...bought, happenings }
}

/** Events of one payment so far, in the order in which they happened. */
async function eventsOf(intentId: string): Promise<Stripe.Event[]> {
  const { data } = await app.shop.stripe.events.list({ limit: 100, types: [...TOLD] })
  const mine = data.filter((event) => JSON.stringify(event.data.object).includes(intentId))
  return TOLD.flatMap((type) => mine.filter((event) => event.type === type))
}

async function deliver(event: Stripe.Event): Promise<void> {
  const { stripe, deps } = app.shop
  const body = JSON.stringify(event)
  const timestamp = Math.floor(deps.clock.now().getTime() / 1000)
  const secret = 'whsec_of_the_tests'
  const signature = stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const answer = await app.send({ method: 'POST', url: '/api/stripe/webhook', body, headers })
  expect(answer.statusCode).toBe(200)
}

async function work(): Promise<void> {
  const { deps } = app.shop
  for (const { eventId } of deps.queue.take('orders.processEvent')) await handleEvent(deps, eventId)
}

/** An event is enqueued after its answer, which a busy machine may do later. */
async function workUntilHandled(intentId: string): Promise<void> {
  const waiting = async () => {
    await work()
    return app.shop.deps.db.stripeEvent.count({ where: { intentId, processedAt: null } })
  }
  await expect.poll(waiting).toBe(0)
}

/** The final state of order, money and documents, without ids and numbers. */
async function endOf(orderId: string) {
  const { order, documents, entries, openVideoIds, mails } = await readOrder(app.shop, orderId)
  const { payment } = order
  return {
    status: order.status,
    payment: { status: payment?.status, refundedPence: payment?.refundedPence, feePence: payment?.feePence },
    refunds: payment?.refunds.map(({ status, amountPence, creditedPence, vatPence }) => ({
      status,
      amountPence,
      creditedPence,
      vatPence,
    })),
    disputes: payment?.disputes.map(({ status, takenPence, creditedPence, vatPence }) => ({
      status,
      takenPence,
      creditedPence,
      vatPence,
    })),
    documents: documents.map(({ kind, grossPence, vatPence }) => ({ kind, grossPence, vatPence })),
    entries,
    openVideoIds,
    mailCount: mails.length,
  }
}

const END = {
  status: 'paid',
  payment: { status: 'paid', refundedPence: 1_000 },
  refunds: [{ status: 'succeeded', amountPence: 1_000, creditedPence: 1_000 }],
  disputes: [{ status: 'lost', takenPence: 5_000, creditedPence: 5_000 }],
  documents: [{ kind: 'invoice' }, { kind: 'creditNote' }, { kind: 'creditNote' }],
  openVideoIds: [],
  mailCount: 2,
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  )
}

/** Each event repeated somewhere or not, in the same way for the same number. */
function withRepeats<T>(events: readonly T[], turn: number): T[] {
  const again = fc.array(fc.record({ from: fc.nat(3), to: fc.nat(events.length) }), { maxLength: 3 })
  const [repeats = []] = fc.sample(again, { seed: SEED + turn, numRuns: 1 })
  return repeats.reduce<T[]>(
    (all, { from, to }) => {
      const event = events[from % events.length]
      return event === undefined ? all : all.toSpliced(to, 0, event)
    },
    [...events],
  )
}

describe('signed webhooks of a purchase, a partial refund and a dispute', () => {
  const ends: Awaited<ReturnType<typeof endOf>>[] = []

  it(
    'end in the same state in every order, and with repeats, when they arrive late',
    async () => {
      const orders = permutations([0, 1, 2, 3, 4]).filter((_, number) => number % size(5, 1) === 0)
      for (const [turn, order] of orders.entries()) {
        const { orderId, intentId, happenings } = await openPurchase()
        for (const happen of happenings) await happen()
        const events = await eventsOf(intentId)
        expect(events).toHaveLength(5)
        const told = withRepeats(order, turn).flatMap((at) => events.slice(at, at + 1))
        for (const event of told) {
          await deliver(event)
          // A worker that runs at once, or one that runs at the end.
          if (turn % 2 === 0) await work()
        }
        await workUntilHandled(intentId)
        ends.push(await endOf(orderId))
      }
      expect(ends).toHaveLength(orders.length)
      expect(ends[0]).toMatchObject(END)
      for (const end of ends) expect(end).toEqual(ends[0])
      recordReliability('events in any order', ends.length, 'orders of the events, with repeats')
    },
    size(300_000, 1_200_000),
  )

  it('end in the same state when they arrive while more happens', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const { orderId, intentId, happenings } = await openPurchase()
      for (const [step, happen] of happenings.entries()) {
        await happen()
        app.shop.deps.clock.advance(1_000)
        const events = await eventsOf(intentId)
        const isLast = step === happenings.length - 1
        const subset = fc.shuffledSubarray(events, { minLength: isLast ? events.length : 0 })
        const [told = []] = fc.sample(subset, { seed: SEED + turn * 10 + step, numRuns: 1 })
        for (const event of told) await deliver(event)
        if (turn % 2 === 0) await work()
      }
      await workUntilHandled(intentId)
      ends.push(await endOf(orderId))
    }
    for (const end of ends) expect(end).toEqual(ends[0])
  }, 300_000)
})

describe('waiting events of one payment', () => {
  it('are handled by one look at Stripe, and one that comes meanwhile by the next', async () => {
    const { orderId, intentId } = await openPurchase()
    await app.shop.pay(intentId)
    await app.shop.deps.db.stripeEvent.deleteMany({ where: { intentId } })
    const store = (id: string) =>
      app.shop.deps.db.stripeEvent.create({
        data: { id, type: 'charge.updated', objectId: 'ch', intentId, receivedAt: app.shop.deps.clock.now() },
      })
    for (const id of ['evt_a', 'evt_b', 'evt_c']) await store(id)
    let looks = 0
    const { payments } = app.shop.deps
    const watched = {
      ...app.shop.deps,
      payments: {
        ...payments,
        async findPayment(...asked: Parameters<typeof payments.findPayment>) {
          looks += 1
          if (looks === 1) await store('evt_late')
          return payments.findPayment(...asked)
        },
      },
    }
    await handleEvent(watched, 'evt_b')
    const waiting = () =>
      app.shop.deps.db.stripeEvent.findMany({
        where: { intentId, processedAt: null },
        select: { id: true },
      })
    expect(await waiting()).toEqual([{ id: 'evt_late' }])
    // Of the jobs that came meanwhile the queue keeps one, which may name an event that is handled already.
    await handleEvent(watched, 'evt_a')
    expect(looks).toBe(2)
    expect(await waiting()).toEqual([])
    for (const id of ['evt_c', 'evt_late']) await handleEvent(watched, id)
    expect(looks).toBe(2)
    expect((await readOrder(app.shop, orderId)).order.status).toBe('paid')
  })
})
