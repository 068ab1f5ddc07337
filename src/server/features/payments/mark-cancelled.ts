import type { Deps } from '#server/deps.ts'
import { openIncident } from '#server/features/incidents/incidents.ts'
import { lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { CancelReason } from '#server/infra/prisma/enums.ts'

export type OpenOrder = { id: string; payment: { intentId: string } | null }

/**
 * Cancels an order that is still open. Returns the payment that another tab recorded since the order was read: its
 * intent has to be cancelled first.
 */
export async function markCancelled(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id: orderId, payment }: OpenOrder,
  cancelReason: CancelReason,
): Promise<{ intentId: string } | null> {
  return deps.db.$transaction(async (tx) => {
    await lockStudentOfOrder(tx, orderId)
    const appeared = payment ? null : await findOpenPayment(tx, orderId)
    if (appeared) return appeared
    const { count } = await tx.order.updateMany({
      where: { id: orderId, status: 'open' },
      data: { status: 'cancelled', cancelledAt: deps.clock.now(), cancelReason },
    })
    // Stripe cannot cancel an intent that it does not know: the payment stays open until Stripe knows it.
    if (count === 0 || cancelReason === 'unknownIntent') return null
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

/** Cancels an open order whose intent Stripe does not know: it was made with other keys and cannot be paid. */
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
