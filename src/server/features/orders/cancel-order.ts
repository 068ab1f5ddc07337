import type { Prisma } from '#server/infra/prisma/client.ts'
import { lockOrder } from './lock-order.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'

type OpenOrder = { id: string; payment: { intentId: string } | null }

/**
 * Cancels an open order, its intent at Stripe first. Where Stripe refuses because it was paid, the order is
 * fulfilled instead; where the payment is still being processed, nothing changes.
 */
export async function cancelOrder(
  deps: SettleDeps,
  order: OpenOrder,
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
  const appeared = await markCancelled(deps, order)
  return appeared ? cancelOrder(deps, { id: order.id, payment: appeared }) : 'cancelled'
}

/**
 * The guard is in the write: an order that was paid or cancelled meanwhile stays as it is. Answers a payment that
 * another tab wrote down since the order was read; its intent has to be cancelled before.
 */
async function markCancelled(
  deps: Pick<SettleDeps, 'db' | 'clock'>,
  { id: orderId, payment }: OpenOrder,
): Promise<{ intentId: string } | null> {
  return deps.db.$transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const appeared = payment ? null : await findOpenPayment(tx, orderId)
    if (appeared) return appeared
    const { count } = await tx.order.updateMany({
      where: { id: orderId, status: 'open' },
      data: { status: 'cancelled', cancelledAt: deps.clock.now() },
    })
    if (count === 0) return null
    await tx.payment.updateMany({
      where: { orderId, status: { not: 'paid' } },
      data: { status: 'cancelled' },
    })
    return null
  })
}

function findOpenPayment(tx: Prisma.TransactionClient, orderId: string) {
  return tx.payment.findFirst({ where: { orderId, order: { status: 'open' } }, select: { intentId: true } })
}
