import type { Deps } from '#server/deps.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { CancelReason } from '#server/infra/prisma/enums.ts'

export type OpenOrder = { id: string; payment: { intentId: string } | null }

/**
 * The guard is in the write: an order that was paid or cancelled meanwhile stays as it is. Answers a payment that
 * another tab wrote down since the order was read; its intent has to be cancelled before.
 */
export async function markCancelled(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id: orderId, payment }: OpenOrder,
  cancelReason: CancelReason,
): Promise<{ intentId: string } | null> {
  return deps.db.$transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const appeared = payment ? null : await findOpenPayment(tx, orderId)
    if (appeared) return appeared
    const { count } = await tx.order.updateMany({
      where: { id: orderId, status: 'open' },
      data: { status: 'cancelled', cancelledAt: deps.clock.now(), cancelReason },
    })
    // An intent that Stripe does not know is not cancelled there: it stays open until Stripe says otherwise.
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
