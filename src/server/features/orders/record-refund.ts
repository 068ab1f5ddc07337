import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { RefundFacts } from '#server/infra/stripe.ts'

const FORWARD = {
  requested: 0,
  waiting: 0,
  held: 0,
  withdrawn: 0,
  pending: 0,
  succeeded: 1,
  failed: 2,
} as const

/** `credit`: the money goes back from now on. `undo`: it was going back, and will not. */
export type Recorded = { rowId: string; consequence: 'credit' | 'undo' | null }

/**
 * Step: makes the row of a refund say what Stripe says of it, and tells what follows. A refund moves forward
 * only, so facts read before newer ones change nothing. The shop's own request is known by its id, where the
 * answer to it never arrived. The caller holds the student's row.
 */
export async function recordRefund(
  tx: Prisma.TransactionClient,
  input: { paymentId: string; refund: RefundFacts; reason: string; now: Date },
): Promise<Recorded> {
  const { refund, now } = input
  const { status } = refund
  const facts = {
    status,
    stripeRefundId: refund.refundId,
    settledAt: status === 'pending' ? null : now,
  }
  const isGoingBack = status !== 'failed'
  const row = await findRow(tx, input.paymentId, refund)
  if (!row) {
    const rowId = newId(now)
    const { paymentId, reason } = input
    const { amountPence, createdAt } = refund
    await tx.refund.create({
      data: { id: rowId, paymentId, amountPence, reason, createdAt, ...facts },
      select: { id: true },
    })
    return { rowId, consequence: isGoingBack ? 'credit' : null }
  }
  const isAnswered = row.stripeRefundId !== null
  if (isAnswered && FORWARD[status] <= FORWARD[row.status]) return { rowId: row.id, consequence: null }
  const credited = isGoingBack ? {} : { creditedPence: 0, vatPence: 0 }
  await tx.refund.update({ where: { id: row.id }, data: { ...facts, ...credited }, select: { id: true } })
  if (!isAnswered) return { rowId: row.id, consequence: isGoingBack ? 'credit' : null }
  return { rowId: row.id, consequence: isGoingBack ? null : 'undo' }
}

function findRow(tx: Prisma.TransactionClient, paymentId: string, { refundId, requestId }: RefundFacts) {
  const asAsked = requestId === null ? [] : [{ id: requestId, stripeRefundId: null }]
  return tx.refund.findFirst({
    where: { paymentId, OR: [{ stripeRefundId: refundId }, ...asAsked] },
    select: { id: true, status: true, stripeRefundId: true },
  })
}
