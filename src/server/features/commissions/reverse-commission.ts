import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { reversalFor } from '#shared/commission/commission.ts'
import { negatePence, type Pence, pence, subtractPence, sumPence, zeroPence } from '#shared/money/money.ts'
import { holdOpenPayout, remakePayout } from './remake-payout.ts'

type Reversal = {
  orderId: string
  orderTotalPence: Pence
  /** All that has gone back to the buyer by now, this time included. */
  returnedPence: Pence
  /** The refund or the dispute that changed it; neither where the card fee did. */
  cause: { refundId: string | null; disputeId: string | null }
  now: Date
}

/**
 * Step: makes the commission of an order the commission on what stayed paid, by one entry in the quarter of
 * writing: negative where money went back, positive where a refund failed afterwards (requirements §6). A payout
 * that waits to be paid is made again with it, and the entry is of its quarter. The caller holds the student's
 * row, so that two reversals do not both start from the same sum.
 *
 * Answers the entry, or null where there is no commission or nothing to change.
 */
export async function reverseCommission(
  tx: Prisma.TransactionClient,
  { orderId, orderTotalPence, returnedPence, cause, now }: Reversal,
): Promise<{ entryId: string; refererId: string } | null> {
  const commission = await tx.commission.findUnique({
    where: { orderId },
    select: { id: true, refererId: true, entries: { select: { kind: true, amountPence: true } } },
  })
  if (!commission) return null
  const sumOf = (...kinds: string[]) =>
    sumPence(
      commission.entries
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ amountPence }) => pence(amountPence)),
    )
  const changePence = reversalFor({
    earnedPence: sumOf('earned', 'corrected'),
    reversedSoFarPence: subtractPence(zeroPence, sumOf('reversed')),
    orderTotalPence,
    refundedTotalPence: returnedPence,
  })
  if (changePence === 0) return null
  // What waits to be paid is put right at once: the entry belongs to that payout's quarter, which is closed again.
  const payout = await holdOpenPayout(tx, { refererId: commission.refererId, commissionId: commission.id })
  const { id: entryId, refererId } = await tx.ledgerEntry.create({
    data: {
      id: newId(now),
      refererId: commission.refererId,
      commissionId: commission.id,
      kind: 'reversed',
      amountPence: negatePence(changePence),
      quarter: payout?.quarter ?? labelOf(quarterOf(now)),
      writtenAt: now,
      ...cause,
      reason: reasonFor(changePence, cause),
    },
    select: { id: true, refererId: true },
  })
  if (payout) await remakePayout(tx, { payout, reason: reasonFor(changePence, cause), now })
  return { entryId, refererId }
}

function reasonFor(changePence: Pence, { refundId, disputeId }: Reversal['cause']): string {
  if (refundId === null && disputeId === null) return 'The card fee is known'
  const what = disputeId === null ? 'The refund' : 'The dispute'
  return changePence > 0 ? `${what} paid the buyer back` : `${what} took nothing in the end`
}
