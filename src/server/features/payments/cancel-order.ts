import type { CancelReason } from '#server/infra/prisma/enums.ts'
import { cancelUnknown, markCancelled, type OpenOrder } from './mark-cancelled.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'

/**
 * Cancels an open order, its intent at Stripe first. Where the intent was paid, the order is fulfilled instead; while
 * the payment is being processed, nothing changes.
 */
export async function cancelOrder(
  deps: PaymentDeps,
  order: OpenOrder,
  reason: CancelReason,
): Promise<'cancelled' | 'paid' | 'processing'> {
  if (order.payment) {
    const { intentId } = order.payment
    const intent = await deps.payments.cancelIntent(intentId)
    if (!intent) return cancelUnknown(deps, order, intentId)
    if (intent.status === 'processing') return 'processing'
    if (intent.status === 'paid') {
      await syncPayment(deps, intentId)
      return 'paid'
    }
  }
  const appeared = await markCancelled(deps, order, reason)
  return appeared ? cancelOrder(deps, { id: order.id, payment: appeared }, reason) : 'cancelled'
}
