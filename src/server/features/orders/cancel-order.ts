import { type SettleDeps, settlePayment } from './settle-payment.ts'

/**
 * Cancels an open order, its intent at Stripe first. Where Stripe refuses because it was paid, the order is
 * fulfilled instead; where the payment is still being processed, nothing changes.
 */
export async function cancelOrder(
  deps: SettleDeps,
  order: { id: string; payment: { intentId: string } | null },
): Promise<'cancelled' | 'paid' | 'processing'> {
  if (order.payment) {
    const { intentId } = order.payment
    const intent = await deps.payments.cancelIntent(intentId)
    if (intent.status === 'processing') return 'processing'
    if (intent.status === 'paid') {
      await settlePayment(deps, intentId)
      return 'paid'
    }
  }
  await markCancelled(deps, order.id)
  return 'cancelled'
}

/** The guard is in the write: an order that was paid or cancelled meanwhile stays as it is. */
async function markCancelled(deps: Pick<SettleDeps, 'db' | 'clock'>, orderId: string): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.order.updateMany({
      where: { id: orderId, status: 'open' },
      data: { status: 'cancelled', cancelledAt: deps.clock.now() },
    })
    if (count === 0) return
    await tx.payment.updateMany({
      where: { orderId, status: { not: 'paid' } },
      data: { status: 'cancelled' },
    })
  })
}
