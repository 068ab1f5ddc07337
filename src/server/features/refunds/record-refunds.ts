import type { Deps } from '#server/deps.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { DisputeDetails, RefundDetails } from '#server/infra/stripe-refunds.ts'
import type { DisputeStatus, RefundStatus } from '#shared/refunds/refund-states.ts'
import { reasonChosenAtStripe } from './refund-rules.ts'

/** A refund or a dispute that Stripe has in another state than the shop's row, or that has no row yet. */
export type Change = { kind: 'refund'; refund: RefundDetails } | { kind: 'dispute'; dispute: DisputeDetails }

/** Step: records a refund or a dispute. The caller holds the lock on the student's row. */
export async function recordChange(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { paymentId, change, reason }: { paymentId: string; change: Change; reason: string | null },
): Promise<void> {
  const now = clock.now()
  if (change.kind === 'dispute') {
    await recordDispute(tx, { paymentId, dispute: change.dispute, now })
    return
  }
  const { refund } = change
  await recordRefund(tx, { paymentId, refund, reason: reason ?? reasonChosenAtStripe(refund.reason), now })
  await updateRefundedTotal(tx, paymentId)
}

/** A refund that Stripe has moves to a higher number only. */
const REFUND_ORDER = {
  requested: 0,
  waiting: 0,
  held: 0,
  withdrawn: 0,
  pending: 0,
  succeeded: 1,
  failed: 2,
} as const satisfies Record<RefundStatus, number>

/** Undoes what an admin decided about a row while Stripe's answer was missing. */
const UNRESOLVED = { resolution: null, resolvedAt: null, resolvedById: null } as const

type Recording = { paymentId: string; refund: RefundDetails; reason: string; now: Date }

/**
 * A refund moves forward only, so that an older state changes nothing. A request of the shop's is known by its id where
 * Stripe's answer never arrived; a refund made at Stripe may be the same as an unsent request, which is then held.
 */
async function recordRefund(tx: Prisma.TransactionClient, input: Recording): Promise<void> {
  const { paymentId, refund, now } = input
  const { status } = refund
  const row = await findRow(tx, paymentId, refund)
  if (row && row.stripeRefundId !== null && REFUND_ORDER[status] <= REFUND_ORDER[row.status]) return
  const details = { status, stripeRefundId: refund.refundId, settledAt: status === 'pending' ? null : now }
  if (!row) {
    await recordUnknown(tx, input, details)
    return
  }
  await tx.refund.update({
    where: { id: row.id },
    data: {
      ...details,
      ...(row.stripeRefundId === null ? { ...UNRESOLVED, lastError: null } : {}),
      ...(status === 'failed' ? { creditedPence: 0, vatPence: 0 } : {}),
    },
    select: { id: true },
  })
  if (status === 'failed') await releaseHeld(tx, row.id)
}

function findRow(tx: Prisma.TransactionClient, paymentId: string, { refundId, requestId }: RefundDetails) {
  const asRequested = requestId === null ? [] : [{ id: requestId, stripeRefundId: null }]
  return tx.refund.findFirst({
    where: { paymentId, OR: [{ stripeRefundId: refundId }, ...asRequested] },
    select: { id: true, status: true, stripeRefundId: true },
  })
}

async function recordUnknown(
  tx: Prisma.TransactionClient,
  { paymentId, refund, reason, now }: Recording,
  details: { status: RefundDetails['status']; stripeRefundId: string; settledAt: Date | null },
): Promise<void> {
  const { amountPence, createdAt } = refund
  const id = newId(now)
  await tx.refund.create({
    data: { id, paymentId, amountPence, reason, createdAt, ...details },
    select: { id: true },
  })
  if (details.status === 'failed') return
  const lookalike = await tx.refund.findFirst({
    where: { paymentId, amountPence, status: { in: ['requested', 'waiting'] }, lookalikeId: null },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })
  if (!lookalike) return
  await tx.refund.update({
    where: { id: lookalike.id },
    data: { status: 'held', lookalikeId: id },
    select: { id: true },
  })
}

/** A refund that failed is not the one that was requested: the request held for it goes on. */
async function releaseHeld(tx: Prisma.TransactionClient, lookalikeId: string): Promise<void> {
  await tx.refund.updateMany({ where: { lookalikeId, status: 'held' }, data: { status: 'requested' } })
}

/** What Stripe calls the refunded amount of a charge: all refunds that it accepted and that did not fail. */
async function updateRefundedTotal(tx: Prisma.TransactionClient, paymentId: string): Promise<void> {
  const { _sum } = await tx.refund.aggregate({
    where: { paymentId, status: { in: ['pending', 'succeeded'] } },
    _sum: { amountPence: true },
  })
  await tx.payment.update({
    where: { id: paymentId },
    data: { refundedPence: _sum.amountPence ?? 0 },
    select: { id: true },
  })
}

/** A lost dispute can be won on appeal, and an inquiry can become a dispute. */
const DISPUTE_ORDER = { inquiry: 0, open: 1, lost: 2, won: 3 } as const satisfies Record<
  DisputeStatus,
  number
>

/**
 * Stripe only ever adds balance transactions, so a state with fewer of them is old. With the same number the status
 * moves forward only.
 */
async function recordDispute(
  tx: Prisma.TransactionClient,
  input: { paymentId: string; dispute: DisputeDetails; now: Date },
): Promise<void> {
  const { disputeId: stripeDisputeId, amountPence, openedAt, ...latest } = input.dispute
  const isOver = latest.status === 'won' || latest.status === 'lost'
  const details = { ...latest, amountPence, closedAt: isOver ? input.now : null }
  const row = await tx.dispute.findUnique({
    where: { stripeDisputeId },
    select: { id: true, status: true, movementCount: true, creditedPence: true },
  })
  if (!row) {
    const { paymentId } = input
    await tx.dispute.create({
      data: { id: newId(input.now), paymentId, stripeDisputeId, openedAt, ...details },
      select: { id: true },
    })
    return
  }
  const isOld =
    latest.movementCount < row.movementCount ||
    (latest.movementCount === row.movementCount && DISPUTE_ORDER[latest.status] <= DISPUTE_ORDER[row.status])
  if (isOld) return
  const credited = latest.takenPence < row.creditedPence ? { creditedPence: 0, vatPence: 0 } : {}
  await tx.dispute.update({ where: { id: row.id }, data: { ...details, ...credited }, select: { id: true } })
}
