import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { commissionOn, netForCommission } from '#shared/commission/commission.ts'
import { pence, subtractPence } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'

/**
 * Step: once Stripe has told the card fee, writes the difference to what was earned on an estimate. The entry
 * is written even when it is 0: it says that nothing is estimated any more (requirements §6).
 */
export async function correctCommission(
  tx: Prisma.TransactionClient,
  input: { orderId: string; paidPence: number; vatPence: number; feePence: number; now: Date },
): Promise<void> {
  const commission = await tx.commission.findUnique({
    where: { orderId: input.orderId },
    select: {
      id: true,
      refererId: true,
      commissionBps: true,
      entries: { select: { kind: true, amountPence: true, isEstimate: true } },
    },
  })
  const earned = commission?.entries.find((entry) => entry.kind === 'earned')
  const isCorrected = commission?.entries.some((entry) => entry.kind === 'corrected')
  if (!commission || !earned?.isEstimate || isCorrected) return

  const net = netForCommission({
    paidPence: pence(input.paidPence),
    vatPence: pence(input.vatPence),
    feePence: pence(input.feePence),
  })
  const due = commissionOn(net, basisPointsToPercent(commission.commissionBps))
  await tx.ledgerEntry.create({
    data: {
      id: newId(input.now),
      refererId: commission.refererId,
      commissionId: commission.id,
      kind: 'corrected',
      amountPence: subtractPence(due, pence(earned.amountPence)),
      quarter: labelOf(quarterOf(input.now)),
      writtenAt: input.now,
      reason: 'The card fee is known',
    },
  })
}
