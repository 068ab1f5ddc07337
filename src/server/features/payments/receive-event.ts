import type { Deps } from '#server/deps.ts'
import { openIncident } from '#server/features/incidents/incidents.ts'
import type { SignedEvent } from '#server/infra/stripe-events.ts'
import { expectsLivemode } from './refuse-other-mode.ts'

/** Events that make the server read a payment again; others are acknowledged and left alone. */
const HEARD =
  /^(payment_intent\.|charge\.updated$|charge\.refunded$|refund\.|charge\.refund\.|charge\.dispute\.)/

/** A webhook whose signature was checked, or somebody of ours who asked Stripe what happened. */
export type EventSource = 'webhook' | 'lookup'

/**
 * Puts an event of Stripe into the inbox, once however often it is delivered, and asks a worker to act on it. A queue
 * that is away costs nothing: reconciliation finds the payment.
 */
export async function receiveEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'log'>,
  event: SignedEvent,
  source: EventSource = 'webhook',
): Promise<void> {
  if (!HEARD.test(event.type)) return
  const now = deps.clock.now()
  const isOurs = event.livemode === expectsLivemode(deps.config)
  await deps.db.stripeEvent.createMany({
    data: {
      id: event.id,
      type: event.type,
      objectId: event.objectId,
      intentId: event.intentId,
      livemode: event.livemode,
      // What happens in Stripe's other mode is kept and never acted on.
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
    // An event that was found by asking may be told later: webhooks come again.
    await deps.db.stripeEvent.updateMany({
      where: { id: event.id, toldAt: null },
      data: { toldAt: now },
    })
  }
  const row = await deps.db.stripeEvent.findUnique({ where: { id: event.id }, select: { processedAt: true } })
  if (row?.processedAt) return
  await deps.queue.enqueue('orders.processEvent', { eventId: event.id }).catch((error: unknown) => {
    deps.log.warn({ err: error, eventId: event.id }, 'event stays in the inbox for the sweep')
  })
}
