import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { openIncident } from '#server/features/incidents/incidents.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { SignedEvent } from '#server/infra/stripe-events.ts'
import { expectsLivemode } from './payment-intent.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'

/** Thirty days of failing every five minutes, as long as Stripe keeps an event. */
export const MOST_EVENT_ATTEMPTS = 30 * 24 * 12

/** An event that is still to be handled. */
export const WAITING_EVENT = {
  processedAt: null,
  attempts: { lt: MOST_EVENT_ATTEMPTS },
} satisfies Prisma.StripeEventWhereInput

/** Events that make the server sync a payment; others are acknowledged and not stored. */
const HANDLED_TYPES =
  /^(payment_intent\.|charge\.updated$|charge\.refunded$|refund\.|charge\.refund\.|charge\.dispute\.)/

/** A webhook with a valid signature, or the shop's own reading of Stripe's events. */
export type EventSource = 'webhook' | 'lookup'

/**
 * Stores an event of Stripe once, however often it is delivered, and enqueues its handling. While the queue is
 * unavailable the event waits for reconciliation.
 */
export async function storeEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'log'>,
  event: SignedEvent,
  source: EventSource = 'webhook',
): Promise<void> {
  if (!HANDLED_TYPES.test(event.type)) return
  const now = deps.clock.now()
  const isOurs = event.livemode === expectsLivemode(deps.config)
  await deps.db.stripeEvent.createMany({
    data: {
      id: event.id,
      type: event.type,
      objectId: event.objectId,
      intentId: event.intentId,
      livemode: event.livemode,
      // An event of Stripe's other mode is stored and never handled.
      processedAt: isOurs ? null : now,
      receivedAt: now,
      happenedAt: event.createdAt,
    },
    skipDuplicates: true,
  })
  if (!isOurs) {
    const detail = `${event.livemode ? 'live' : 'test'} ${event.type}`
    await openIncident(deps, { kind: 'otherMode', subjectId: 'events', detail, reopens: 'always' })
  }
  if (source === 'webhook') {
    // The webhook of an event that was read before may arrive later.
    await deps.db.stripeEvent.updateMany({
      where: { id: event.id, deliveredAt: null },
      data: { deliveredAt: now },
    })
  }
  const row = await deps.db.stripeEvent.findUnique({ where: { id: event.id }, select: { processedAt: true } })
  if (row?.processedAt) return
  await deps.queue.enqueue('orders.processEvent', { eventId: event.id }).catch((error: unknown) => {
    deps.log.warn({ err: error, eventId: event.id }, 'event stays in the inbox for the sweep')
  })
}

/**
 * Handles a stored event by syncing its payment with Stripe, so events may repeat, arrive late or out of order
 * (requirements §5). A failure stays in the row and is retried; an event that never succeeds becomes an incident.
 */
export async function handleEvent(deps: PaymentDeps, eventId: string): Promise<void> {
  const event = await deps.db.stripeEvent.findUnique({
    where: { id: eventId },
    select: { type: true, intentId: true, processedAt: true },
  })
  if (!event || event.processedAt) return
  try {
    const source = { ofDispute: event.type.startsWith('charge.dispute.') }
    if (event.intentId !== null) await syncIfOurs(deps, event.intentId, source)
  } catch (error) {
    const lastError = error instanceof Error ? error.message.slice(0, 500) : 'unknown'
    const { attempts } = await deps.db.stripeEvent.update({
      where: { id: eventId },
      data: { attempts: { increment: 1 }, lastError },
      select: { attempts: true },
    })
    if (attempts === MOST_EVENT_ATTEMPTS) await reportGivenUp(deps, { eventId, ...event, lastError })
    throw error
  }
  await deps.db.stripeEvent.update({
    where: { id: eventId },
    data: { processedAt: deps.clock.now(), attempts: { increment: 1 }, lastError: null },
    select: { id: true },
  })
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

async function reportGivenUp(
  deps: PaymentDeps,
  event: { eventId: string; type: string; intentId: string | null; lastError: string },
): Promise<void> {
  const { eventId, type, intentId, lastError } = event
  deps.log.error({ id: eventId, type, intentId }, 'an event of Stripe was given up')
  const detail = `${type} of ${intentId}; ${lastError}`
  await openIncident(deps, { kind: 'unhandledEvent', subjectId: eventId, detail, reopens: 'never' })
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
