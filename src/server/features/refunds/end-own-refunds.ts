import type { Deps } from '#server/deps.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { leftOfPayment } from '#server/features/orders/order-books.ts'
import { findReturns } from '#server/features/orders/queries.ts'
import { pence } from '#shared/money/money.ts'
import { isUnsent } from '#shared/refunds/refund-states.ts'

/**
 * Ends what the shop asked for by itself and Stripe can never make: other money went back since, and less is left of
 * the payment. Where nothing is left, nothing is owed; else a person says whether the other refund was for it.
 */
export async function endOwnRefunds(deps: Pick<Deps, 'db' | 'clock'>, orderId: string): Promise<void> {
  const own = { payment: { orderId }, requestedById: null }
  const unsent = await deps.db.refund.count({ where: { ...own, status: { in: ['requested', 'waiting'] } } })
  if (unsent === 0) return
  await deps.db.$transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const payment = await findReturns(tx, orderId)
    if (!payment) return
    const leftPence = leftOfPayment(payment)
    const settledAt = deps.clock.now()
    for (const { id, amountPence } of payment.refunds.filter(isOwnUnsent)) {
      if (pence(amountPence) <= leftPence) continue
      const isOver = leftPence <= 0
      await tx.refund.update({
        where: { id },
        data: isOver
          ? { status: 'withdrawn', settledAt }
          : { status: 'failed', settledAt, lastError: 'less than that is left of the payment' },
        select: { id: true },
      })
    }
  })
}

function isOwnUnsent(refund: {
  status: Parameters<typeof isUnsent>[0]['status']
  requestedById: string | null
}) {
  return refund.requestedById === null && refund.status !== 'held' && isUnsent(refund)
}
