import type { Deps } from '#server/deps.ts'
import { openIncident } from '#server/features/incidents/incidents.ts'
import { markCancelled, type OpenOrder } from './mark-cancelled.ts'

/** Cancels an open order whose payment Stripe does not know: it was made with other keys and cannot be paid. Should it become known, it is cancelled there. */
export async function cancelUnknown(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  order: OpenOrder,
  intentId: string,
): Promise<'cancelled'> {
  deps.log.error({ orderId: order.id, intentId }, 'Stripe does not know the payment of an open order')
  await markCancelled(deps, order, 'unknownIntent')
  await openIncident(deps, {
    kind: 'unknownIntent',
    subjectId: order.id,
    detail: intentId,
    reopens: 'forNewDetail',
  })
  return 'cancelled'
}
