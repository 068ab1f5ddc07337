import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { RefundFacts } from '#server/infra/stripe-refunds.ts'

const FORWARD = {
  requested: 0,
  waiting: 0,
  held: 0,
  withdrawn: 0,
  pending: 0,
  succeeded: 1,
  failed: 2,
} as const

/** What an admin had made of a row that Stripe had not answered, as they believed. */
const UNRESOLVED = { resolution: null, resolvedAt: null, resolvedById: null } as const

type Recording = { paymentId: string; refund: RefundFacts; reason: string; now: Date }

/**
 * Step: makes the row of a refund say what Stripe says of it. A refund moves forward only, so facts read before newer
 * ones change nothing. The shop's own request is known by its id, where the answer to it never arrived; a refund that
 * nobody asked for here may be one that waits to be sent, and that one is held. The caller holds the student's row.
 */
export async function recordRefund(tx: Prisma.TransactionClient, input: Recording): Promise<void> {
  const { paymentId, refund, now } = input
  const { status } = refund
  const row = await findRow(tx, paymentId, refund)
  if (row && row.stripeRefundId !== null && FORWARD[status] <= FORWARD[row.status]) return
  const facts = { status, stripeRefundId: refund.refundId, settledAt: status === 'pending' ? null : now }
  if (!row) {
    await recordUnknown(tx, input, facts)
    return
  }
  await tx.refund.update({
    where: { id: row.id },
    data: {
      ...facts,
      ...(row.stripeRefundId === null ? { ...UNRESOLVED, lastError: null } : {}),
      ...(status === 'failed' ? { creditedPence: 0, vatPence: 0 } : {}),
    },
    select: { id: true },
  })
  if (status === 'failed') await releaseHeld(tx, row.id)
}

function findRow(tx: Prisma.TransactionClient, paymentId: string, { refundId, requestId }: RefundFacts) {
  const asAsked = requestId === null ? [] : [{ id: requestId, stripeRefundId: null }]
  return tx.refund.findFirst({
    where: { paymentId, OR: [{ stripeRefundId: refundId }, ...asAsked] },
    select: { id: true, status: true, stripeRefundId: true },
  })
}

async function recordUnknown(
  tx: Prisma.TransactionClient,
  { paymentId, refund, reason, now }: Recording,
  facts: { status: RefundFacts['status']; stripeRefundId: string; settledAt: Date | null },
): Promise<void> {
  const { amountPence, createdAt } = refund
  const id = newId(now)
  await tx.refund.create({
    data: { id, paymentId, amountPence, reason, createdAt, ...facts },
    select: { id: true },
  })
  if (facts.status === 'failed') return
  const alike = await tx.refund.findFirst({
    where: { paymentId, amountPence, status: { in: ['requested', 'waiting'] }, lookalikeId: null },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })
  if (!alike) return
  await tx.refund.update({
    where: { id: alike.id },
    data: { status: 'held', lookalikeId: id },
    select: { id: true },
  })
}

/** A refund that failed is not the one that was asked for: what was held for it goes on. */
async function releaseHeld(tx: Prisma.TransactionClient, lookalikeId: string): Promise<void> {
  await tx.refund.updateMany({ where: { lookalikeId, status: 'held' }, data: { status: 'requested' } })
}
