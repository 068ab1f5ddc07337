import type { Deps } from '#server/deps.ts'
import { nudgeMail } from '#server/features/mail/queue-mail.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { findReturns, type PaymentReturns } from '#server/features/orders/queries.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { ChargeFacts } from '#server/infra/stripe.ts'
import type { DisputeFacts, RefundFacts } from '#server/infra/stripe-refunds.ts'
import { recordDispute } from './record-dispute.ts'
import { recordRefund } from './record-refund.ts'
import { RETURN_REASONS, reasonChosenAtStripe } from './return-reasons.ts'
import { updateCredits } from './update-credits.ts'

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

/** Something Stripe says of money that goes back, or came back, and our rows do not say yet. */
type News = { kind: 'refund'; refund: RefundFacts } | { kind: 'dispute'; dispute: DisputeFacts }

type Returned = { orderId: string; isCancelled: boolean; charge: ChargeFacts }

/**
 * Makes our rows agree with Stripe's refunds and disputes of a payment, whoever started them, and draws the
 * consequences, each in a transaction of its own. It can run any number of times and at the same moment: what is known
 * already changes nothing, and what is new is recorded once (requirements §5). What cannot be recorded does not keep
 * the rest back; its error is thrown at the end.
 */
export async function syncReturns(deps: SyncDeps, { orderId, isCancelled, charge }: Returned): Promise<void> {
  if (charge.refunds.length === 0 && charge.disputes.length === 0) return
  const payment = await findReturns(deps.db, orderId)
  if (!payment) return
  const errors: unknown[] = []
  for (const news of findNews(payment, charge)) {
    try {
      const outboxIds = await deps.db.$transaction(async (tx) => {
        await lockOrder(tx, orderId)
        const reason = isCancelled ? RETURN_REASONS.cancelled : null
        await recordNews(tx, deps, { paymentId: payment.id, news, reason })
        return updateCredits(tx, deps, orderId)
      })
      await nudgeMail(deps, outboxIds)
    } catch (error) {
      deps.log.error({ err: error, orderId, kind: news.kind }, 'a refund or dispute could not be recorded')
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
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
    .filter(({ disputeId, status, movementCount }) =>
      payment.disputes.every(
        (row) =>
          row.stripeDisputeId !== disputeId || row.status !== status || row.movementCount !== movementCount,
      ),
    )
    .map((dispute) => ({ kind: 'dispute' as const, dispute, takes: dispute.takenPence > 0 }))
  return [...refunds, ...disputes].toSorted((a, b) => Number(a.takes) - Number(b.takes))
}

async function recordNews(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { paymentId, news, reason }: { paymentId: string; news: News; reason: string | null },
): Promise<void> {
  const now = clock.now()
  if (news.kind === 'dispute') {
    await recordDispute(tx, { paymentId, dispute: news.dispute, now })
    return
  }
  const { refund } = news
  const because = reason ?? reasonChosenAtStripe(refund.reason)
  await recordRefund(tx, { paymentId, refund, reason: because, now })
  await noteRefunded(tx, paymentId)
}

/** What Stripe calls the refunded amount of a charge: all refunds it took on that did not fail. */
async function noteRefunded(tx: Prisma.TransactionClient, paymentId: string): Promise<void> {
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
