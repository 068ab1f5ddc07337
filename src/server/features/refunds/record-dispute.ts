import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { DisputeFacts } from '#server/infra/stripe-refunds.ts'

/** A lost dispute can be won on appeal, and an inquiry can become a dispute. */
const FORWARD = { inquiry: 0, open: 1, lost: 2, won: 3 } as const

/**
 * Step: makes the row of a dispute say what Stripe says of it and what the bank took. Balance transactions are only
 * ever added, so facts with fewer of them are old; with as many, the status moves forward only. The caller holds the
 * student's row.
 */
export async function recordDispute(
  tx: Prisma.TransactionClient,
  input: { paymentId: string; dispute: DisputeFacts; now: Date },
): Promise<void> {
  const { disputeId: stripeDisputeId, amountPence, openedAt, ...said } = input.dispute
  const isOver = said.status === 'won' || said.status === 'lost'
  const facts = { ...said, amountPence, closedAt: isOver ? input.now : null }
  const row = await tx.dispute.findUnique({
    where: { stripeDisputeId },
    select: { id: true, status: true, movementCount: true, creditedPence: true },
  })
  if (!row) {
    const { paymentId } = input
    await tx.dispute.create({
      data: { id: newId(input.now), paymentId, stripeDisputeId, openedAt, ...facts },
      select: { id: true },
    })
    return
  }
  const isOld =
    said.movementCount < row.movementCount ||
    (said.movementCount === row.movementCount && FORWARD[said.status] <= FORWARD[row.status])
  if (isOld) return
  const credited = said.takenPence < row.creditedPence ? { creditedPence: 0, vatPence: 0 } : {}
  await tx.dispute.update({ where: { id: row.id }, data: { ...facts, ...credited }, select: { id: true } })
}
