import type { Tx } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { newId } from '#server/infra/ids.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { commissionOn, netForCommission, reversalFor } from '#shared/commission/commission.ts'
import { negatePence, type Pence, pence, subtractPence, sumPence, zeroPence } from '#shared/money/money.ts'
import { basisPointsToPercent } from '#shared/money/rates.ts'
import { lockOpenPayout, remakePayout } from './payouts/remake-payout.ts'

type EarningOrder = {
  id: string
  studentId: string
  totalPence: Pence
  vatPence: Pence
  referral: { refererId: string; commissionBps: number } | null
}

/**
 * Step: writes the commission of a paid order where it earns one: the student's first paid order, with another
 * person's code, above £0 (requirements §6). Null otherwise. The caller has locked the student's row, so that two
 * first orders cannot both count.
 */
export async function earnCommission(
  tx: Tx,
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

/**
 * Step: writes the difference once the card fee is known, where commission was earned on an estimate. An entry of 0 is
 * written too: it marks the commission as final (requirements §6).
 */
export async function correctCommission(
  tx: Tx,
  input: { orderId: string; paidPence: number; vatPence: number; feePence: number; now: Date },
): Promise<void> {
  const commission = await tx.commission.findUnique({
    where: { orderId: input.orderId },
    select: {
      ...columns('id', 'refererId', 'commissionBps'),
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

type Reversal = {
  orderId: string
  orderTotalPence: Pence
  /** Everything credited to the buyer so far, this time included. */
  returnedPence: Pence
  /** The refund or dispute that caused the change; neither where the card fee did. */
  cause: { refundId: string | null; disputeId: string | null }
  now: Date
  /** Of payouts: one that is pending is made again. */
  vatRate: number
}

/**
 * Step: adjusts an order's commission to what stayed paid, by one entry: negative after a refund, positive where a
 * refund failed (requirements §6). A pending payout is made again with it. The caller has locked the student's row, so
 * that two reversals cannot start from the same sum.
 *
 * Returns the entry; null where there is no commission or nothing to change.
 */
export async function reverseCommission(
  tx: Tx,
  { orderId, orderTotalPence, returnedPence, cause, now, vatRate }: Reversal,
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
  // A pending payout is corrected at once: the entry belongs to its quarter, which is closed again. What no payout
  // has named yet is deducted where it was earned, so that a quarter still to be closed pays what is left of it.
  const payout = await lockOpenPayout(tx, { refererId: commission.refererId, commissionId: commission.id })
  const { id: entryId, refererId } = await tx.ledgerEntry.create({
    data: {
      id: newId(now),
      refererId: commission.refererId,
      commissionId: commission.id,
      kind: 'reversed',
      amountPence: negatePence(changePence),
      quarter: payout?.quarter ?? (await findUnpaidQuarter(tx, commission.id)) ?? labelOf(quarterOf(now)),
      writtenAt: now,
      ...cause,
      reason: reasonFor(changePence, cause),
    },
    select: { id: true, refererId: true },
  })
  if (payout) await remakePayout(tx, { payout, reason: reasonFor(changePence, cause), now, vatRate })
  return { entryId, refererId }
}

/** The quarter of a commission that is in no live payout; null where one pays it. The caller has locked the referer. */
async function findUnpaidQuarter(tx: Tx, commissionId: string): Promise<string | null> {
  const earned = await tx.ledgerEntry.findFirst({
    where: { commissionId, kind: 'earned', payouts: { none: { isVoid: false } } },
    select: { quarter: true },
  })
  return earned?.quarter ?? null
}

function reasonFor(changePence: Pence, { refundId, disputeId }: Reversal['cause']): string {
  if (refundId === null && disputeId === null) return 'The card fee is known'
  const what = disputeId === null ? 'The refund' : 'The dispute'
  return changePence > 0 ? `${what} paid the buyer back` : `${what} took nothing in the end`
}
