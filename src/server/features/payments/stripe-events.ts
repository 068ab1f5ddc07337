import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { openIncident } from '#server/features/incidents/incidents.ts'
import { readStripePayout } from '#server/features/stripe-payouts/read-balance.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { SignedEvent } from '#server/infra/read-stripe-event.ts'
import { reconcileMinutes } from '#shared/limits.ts'
import { expectsLivemode } from './payment-intent.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'

/** Thirty days of failing at each reconciliation, as long as Stripe keeps an event. */
export const MOST_EVENT_ATTEMPTS = Math.ceil((30 * 24 * 60) / reconcileMinutes)

/** An event that is still to be handled. */
export const WAITING_EVENT = {
  processedAt: null,
  attempts: { lt: MOST_EVENT_ATTEMPTS },
} satisfies Prisma.StripeEventWhereInput

/**
 * Events that make the server sync a payment or read a payout; others are acknowledged and not stored. An endpoint may send
 * more of these kinds than the shop asks for (`LISTED_EVENT_TYPES`).
 */
const HANDLED_TYPES =
  /^(payment_intent\.|charge\.updated$|charge\.refunded$|refund\.|charge\.refund\.|charge\.dispute\.|payout\.)/

/** A webhook with a valid signature, or the shop's own reading of Stripe's events. */
export type EventSource = 'webhook' | 'lookup'

/** An event that was read before its webhook came is marked as delivered then. */
const STORE = `
  insert into "StripeEvent" as known
    ("id", "type", "objectId", "intentId", "livemode", "processedAt", "receivedAt", "happenedAt", "deliveredAt")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict ("id") do update set "deliveredAt" = coalesce(known."deliveredAt", excluded."deliveredAt")
  returning "processedAt" is null as "isWaiting"`

/**
 * Stores an event of Stripe once, however often it is delivered. Returns whether it is to be handled: the caller enqueues it
 * then, and an event that was not enqueued is found by reconciliation. One statement, because a sender waits for it.
 */
export async function storeEvent(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'config' | 'log'>,
  event: SignedEvent,
  source: EventSource = 'webhook',
): Promise<boolean> {
  if (!HANDLED_TYPES.test(event.type)) return false
  const now = deps.clock.now()
  const isOurs = event.livemode === expectsLivemode(deps.config)
  const { id, type, objectId, intentId, livemode, createdAt } = event
  // An event of Stripe's other mode is stored and never handled.
  const processedAt = isOurs ? null : now
  const deliveredAt = source === 'webhook' ? now : null
  const { rows } = await deps.pool.query<{ isWaiting: boolean }>({
    name: 'store-event',
    text: STORE,
    values: [id, type, objectId, intentId, livemode, processedAt, now, createdAt, deliveredAt],
  })
  if (!isOurs) {
    const detail = `${livemode ? 'live' : 'test'} ${type}`
    await openIncident(deps, { kind: 'otherMode', subjectId: 'events', detail, reopens: 'always' })
  }
  return rows[0]?.isWaiting ?? false
}

type StoredEvent = Pick<SignedEvent, 'id' | 'intentId'>

/**
 * Enqueues the handling of stored events, one job for those of one payment. While the queue is unavailable they wait for
 * reconciliation.
 */
export async function enqueueEvents(
  { queue, log }: Pick<Deps, 'queue' | 'log'>,
  events: readonly StoredEvent[],
): Promise<void> {
  const first = new Map<string, StoredEvent>()
  for (const event of events) {
    const key = event.intentId ?? event.id
    if (!first.has(key)) first.set(key, event)
  }
  const payloads = [...first.values()].map(({ id, intentId }) => ({
    eventId: id,
    ...(intentId !== null && { intentId }),
  }))
  await queue.enqueueMany('orders.processEvent', payloads).catch((error: unknown) => {
    const ids = events.slice(0, 20).map(({ id }) => id)
    log.warn({ err: error, ids }, 'events stay in the inbox for reconciliation')
  })
}

type WaitingEvent = { id: string; type: string; objectId: string; intentId: string | null }

/** An event if it waits, and those that wait of the same payment. */
const FIND_WAITING = `
  select "id", "type", "objectId", "intentId" from "StripeEvent" where "id" = $1 and "processedAt" is null
  union
  select other."id", other."type", other."objectId", other."intentId"
    from "StripeEvent" own join "StripeEvent" other on other."intentId" = own."intentId"
   where own."id" = $1 and other."processedAt" is null and other."attempts" < $2`

const MARK_HANDLED = `
  update "StripeEvent" set "processedAt" = $2, "attempts" = "attempts" + 1, "lastError" = null
   where "id" = any($1) and "processedAt" is null`

/**
 * Handles a stored event by syncing its payment with Stripe, so events may repeat, arrive late or out of order
 * (requirements §5). What else waits of the payment was stored before Stripe is asked, so it is handled with it. A failure
 * stays in the event's row and is retried; an event that never succeeds becomes an incident. An event that is handled already may
 * stand for others: of several that come during a job, the queue keeps one.
 */
export async function handleEvent(deps: PaymentDeps, eventId: string): Promise<void> {
  const values = [eventId, MOST_EVENT_ATTEMPTS]
  const { rows } = await deps.pool.query<WaitingEvent>({ name: 'waiting-events', text: FIND_WAITING, values })
  const event = rows.find(({ id }) => id === eventId) ?? rows[0]
  if (!event) return
  try {
    const source = { ofDispute: rows.some(({ type }) => type.startsWith('charge.dispute.')) }
    if (event.type.startsWith('payout.')) await readStripePayout(deps, event.objectId)
    if (event.intentId !== null) await syncIfOurs(deps, event.intentId, source)
  } catch (error) {
    const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    const { attempts } = await deps.db.stripeEvent.update({
      where: { id: event.id },
      data: { attempts: { increment: 1 }, lastError },
      select: { attempts: true },
    })
    if (attempts === MOST_EVENT_ATTEMPTS) await reportGivenUp(deps, { ...event, lastError })
    throw error
  }
  const handled = [rows.map(({ id }) => id), deps.clock.now()]
  await deps.pool.query({ name: 'events-handled', text: MARK_HANDLED, values: handled })
}

/** The Stripe account may take payments that are not the shop's; their events need no handling. */
async function syncIfOurs(
  deps: PaymentDeps,
  intentId: string,
  source: { ofDispute: boolean },
): Promise<void> {
  try {
    await syncPayment(deps, intentId, source)
  } catch (error) {
    if (error instanceof ShopError && error.code === 'PAYMENT_NOT_FOUND') return
    throw error
  }
}

async function reportGivenUp(deps: PaymentDeps, event: WaitingEvent & { lastError: string }): Promise<void> {
  const { id, type, intentId, lastError } = event
  deps.log.error({ id, type, intentId }, 'an event of Stripe was given up')
  const detail = `${type} of ${intentId}; ${lastError}`
  await openIncident(deps, { kind: 'unhandledEvent', subjectId: id, detail, reopens: 'never' })
}

/** Deletes handled events before a moment. The newest stays: the first reading of events begins there. */
export async function deleteOldEvents({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  const newest = await db.stripeEvent.findFirst({
    orderBy: { receivedAt: 'desc' },
    select: { receivedAt: true },
  })
  if (!newest) return
  await db.stripeEvent.deleteMany({
    where: { processedAt: { lt: before }, receivedAt: { lt: newest.receivedAt } },
  })
}
