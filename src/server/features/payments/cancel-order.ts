import type { CancelReason } from '#server/infra/prisma/enums.ts'
import { cancelUnknown } from './cancel-unknown.ts'
import { markCancelled, type OpenOrder } from './mark-cancelled.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'

/**
 * Cancels an open order, its intent at Stripe first. Where Stripe refuses because it was paid, the order is
 * fulfilled instead; where the payment is still being processed, nothing changes. An intent that Stripe does not know
 * cannot be paid: the order goes, and its student is free again.
 */
export async function cancelOrder(
  deps: SettleDeps,
  order: OpenOrder,
  reason: CancelReason,
): Promise<'cancelled' | 'paid' | 'processing'> {
  if (order.payment) {
    const { intentId } = order.payment
    const intent = await deps.payments.cancelIntent(intentId)
    if (!intent) return cancelUnknown(deps, order, intentId)
    if (intent.status === 'processing') return 'processing'
    if (intent.status === 'paid') {
      await settlePayment(deps, intentId)
      return 'paid'
    }
  }
  const appeared = await markCancelled(deps, order, reason)
  return appeared ? cancelOrder(deps, { id: order.id, payment: appeared }, reason) : 'cancelled'
}
