import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { commissionOn, netForCommission } from '#shared/commission/commission.ts'
import type { Pence } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'

type EarningOrder = {
  id: string
  studentId: string
  totalPence: Pence
  vatPence: Pence
  referral: { refererId: string; commissionBps: number } | null
}

/**
 * Step: writes the commission of a paid order into the ledger, where it earns one: the student's first paid
 * order, with somebody else's code, above £0 (requirements §6). Null when it earns none. The caller holds the
 * student's row, so that two first orders cannot both count.
 */
export async function earnCommission(
  tx: Prisma.TransactionClient,
  input: { order: EarningOrder; feePence: Pence; feeIsEstimate: boolean; isOwnCode: boolean; now: Date },
): Promise<string | null> {
  const { order, now } = input
  if (!order.referral || order.totalPence === 0 || input.isOwnCode) return null
  const earlier = await tx.order.count({
    where: { studentId: order.studentId, status: 'paid', totalPence: { gt: 0 }, id: { not: order.id } },
  })
  if (earlier > 0) return null

  const net = netForCommission({
    paidPence: order.totalPence,
    vatPence: order.vatPence,
    feePence: input.feePence,
  })
  const { refererId, commissionBps } = order.referral
  const commissionId = newId(now)
  await tx.commission.create({
    data: {
      id: commissionId,
      orderId: order.id,
      studentId: order.studentId,
      refererId,
      commissionBps,
      createdAt: now,
    },
  })
  await tx.ledgerEntry.create({
    data: {
      id: newId(now),
      refererId,
      commissionId,
      kind: 'earned',
      amountPence: commissionOn(net, basisPointsToPercent(commissionBps)),
      isEstimate: input.feeIsEstimate,
      quarter: labelOf(quarterOf(now)),
      writtenAt: now,
    },
  })
  return commissionId
}
