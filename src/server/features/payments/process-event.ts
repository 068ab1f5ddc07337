import { ShopError } from '#server/errors.ts'
import { openIncident } from '#server/features/incidents/incidents.ts'
import { MOST_EVENT_ATTEMPTS } from '#server/features/orders/queries.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'

/**
 * Acts on an event of the inbox. The event only says where to look: what happened is read from Stripe, so
 * events may repeat, arrive late or out of order (requirements §5). Failures stay in the row and are tried again; what is
 * given up in the end is for a person.
 */
export async function processEvent(deps: SettleDeps, eventId: string): Promise<void> {
  const event = await deps.db.stripeEvent.findUnique({
    where: { id: eventId },
    select: { type: true, intentId: true, processedAt: true },
  })
  if (!event || event.processedAt) return
  try {
    const heard = { ofDispute: event.type.startsWith('charge.dispute.') }
    if (event.intentId !== null) await settleIfOurs(deps, event.intentId, heard)
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

/** The Stripe account may take other payments than the shop's: those are not ours to act on. */
async function settleIfOurs(
  deps: SettleDeps,
  intentId: string,
  heard: { ofDispute: boolean },
): Promise<void> {
  try {
    await settlePayment(deps, intentId, heard)
  } catch (error) {
    if (error instanceof ShopError && error.code === 'PAYMENT_NOT_FOUND') return
    throw error
  }
}

async function reportGivenUp(
  deps: SettleDeps,
  event: { eventId: string; type: string; intentId: string | null; lastError: string },
): Promise<void> {
  const { eventId, type, intentId, lastError } = event
  deps.log.error({ id: eventId, type, intentId }, 'an event of Stripe was given up')
  const detail = `${type} of ${intentId}; ${lastError}`
  await openIncident(deps, { kind: 'unhandledEvent', subjectId: eventId, detail, reopens: 'never' })
}
