import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { DisputeFacts } from '#server/infra/stripe.ts'
import type { Recorded } from './record-refund.ts'

/** A lost dispute can be won on appeal; one that was won stays so. */
const FORWARD = { inquiry: 0, open: 0, lost: 1, won: 2 } as const

/**
 * Step: makes the row of a dispute say what Stripe says of it, and tells what follows. While it is open nothing
 * does: the buyer keeps watching. Facts read before newer ones change nothing. The caller holds the student's row.
 */
export async function recordDispute(
  tx: Prisma.TransactionClient,
  input: { paymentId: string; dispute: DisputeFacts; now: Date },
): Promise<Recorded> {
  const { disputeId: stripeDisputeId, amountPence, openedAt, status } = input.dispute
  const takenPence = status === 'lost' ? amountPence : 0
  const facts = { status, takenPence, closedAt: status === 'open' ? null : input.now }
  const row = await tx.dispute.findUnique({
    where: { stripeDisputeId },
    select: { id: true, status: true },
  })
  if (row && FORWARD[status] <= FORWARD[row.status]) return { rowId: row.id, consequence: null }
  const rowId = row?.id ?? newId(input.now)
  if (row) {
    const credited = status === 'won' ? { creditedPence: 0, vatPence: 0 } : {}
    await tx.dispute.update({ where: { id: rowId }, data: { ...facts, ...credited }, select: { id: true } })
  } else {
    const { paymentId } = input
    await tx.dispute.create({
      data: { id: rowId, paymentId, stripeDisputeId, amountPence, openedAt, ...facts },
      select: { id: true },
    })
  }
  if (status === 'lost') return { rowId, consequence: 'credit' }
  return { rowId, consequence: row?.status === 'lost' ? 'undo' : null }
}
