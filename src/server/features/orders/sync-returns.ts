import type { Deps } from '#server/deps.ts'
import { nudgeMail } from '#server/features/mail/queue-mail.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { ChargeFacts, DisputeFacts, RefundFacts } from '#server/infra/stripe.ts'
import { creditReturn } from './credit-return.ts'
import { lockOrder } from './lock-order.ts'
import { findReturns, type PaymentReturns } from './queries.ts'
import { recordDispute } from './record-dispute.ts'
import { recordRefund } from './record-refund.ts'
import { RETURN_REASONS, reasonChosenAtStripe } from './return-reasons.ts'
import { undoReturn } from './undo-return.ts'

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

/** Something Stripe says of money that goes back, or came back, and our rows do not say yet. */
type News = { kind: 'refund'; refund: RefundFacts } | { kind: 'dispute'; dispute: DisputeFacts }

type Returned = { orderId: string; isCancelled: boolean; charge: ChargeFacts }

/**
 * Makes our rows agree with Stripe's refunds and disputes of a payment, whoever started them, and draws the
 * consequences, each in a transaction of its own. It can run any number of times and at the same moment: what
 * is known already changes nothing, and what is new is recorded once (requirements §5).
 */
export async function syncReturns(deps: SyncDeps, { orderId, isCancelled, charge }: Returned): Promise<void> {
  if (charge.refunds.length === 0 && charge.disputes.length === 0) return
  const payment = await findReturns(deps.db, orderId)
  if (!payment) return
  for (const news of findNews(payment, charge)) {
    const outboxId = await deps.db.$transaction(async (tx) => {
      await lockOrder(tx, orderId)
      const reason = isCancelled ? RETURN_REASONS.cancelled : null
      return applyNews(tx, deps, { orderId, paymentId: payment.id, news, reason })
    })
    await nudgeMail(deps, [outboxId])
  }
}

/** Money that came back first, so that never more counts as returned than was paid; the oldest first. */
function findNews(payment: PaymentReturns, charge: ChargeFacts): News[] {
  const refunds = charge.refunds
    .filter(({ refundId, status }) =>
      payment.refunds.every((row) => row.stripeRefundId !== refundId || row.status !== status),
    )
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map((refund) => ({ kind: 'refund' as const, refund, takes: refund.status !== 'failed' }))
  const disputes = charge.disputes
    .filter(({ disputeId, status }) =>
      payment.disputes.every((row) => row.stripeDisputeId !== disputeId || row.status !== status),
    )
    .map((dispute) => ({ kind: 'dispute' as const, dispute, takes: dispute.status === 'lost' }))
  return [...refunds, ...disputes].toSorted((a, b) => Number(a.takes) - Number(b.takes))
}

async function applyNews(
  tx: Prisma.TransactionClient,
  deps: SyncDeps,
  input: { orderId: string; paymentId: string; news: News; reason: string | null },
): Promise<string | null> {
  const { orderId, paymentId, news } = input
  const now = deps.clock.now()
  if (news.kind === 'refund') {
    const { refund } = news
    const reason = input.reason ?? reasonChosenAtStripe(refund.reason)
    const { rowId, consequence } = await recordRefund(tx, { paymentId, refund, reason, now })
    await noteRefunded(tx, paymentId)
    const cause = { refundId: rowId, disputeId: null }
    if (consequence === 'undo') return undoReturn(tx, deps, { orderId, cause })
    if (consequence !== 'credit') return null
    const back = { cause, amountPence: refund.amountPence, sentAt: refund.createdAt }
    return creditReturn(tx, deps, { orderId, back })
  }
  const { dispute } = news
  const { rowId, consequence } = await recordDispute(tx, { paymentId, dispute, now })
  const cause = { refundId: null, disputeId: rowId }
  if (consequence === 'undo') return undoReturn(tx, deps, { orderId, cause })
  if (consequence !== 'credit') return null
  return creditReturn(tx, deps, { orderId, back: { cause, amountPence: dispute.amountPence, sentAt: now } })
}

/** What Stripe calls the refunded amount of a charge: all refunds it took on that did not fail. */
async function noteRefunded(tx: Prisma.TransactionClient, paymentId: string): Promise<void> {
  const { _sum } = await tx.refund.aggregate({
    where: { paymentId, stripeRefundId: { not: null }, status: { not: 'failed' } },
    _sum: { amountPence: true },
  })
  await tx.payment.update({
    where: { id: paymentId },
    data: { refundedPence: _sum.amountPence ?? 0 },
    select: { id: true },
  })
}
