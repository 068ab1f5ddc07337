import type { Deps } from '#server/deps.ts'
import { enqueueOutbox } from '#server/features/mail/outbox.ts'
import { type FullOrder, lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import type { ChargeDetails } from '#server/infra/stripe.ts'
import { creditRefunds } from './credit-refunds.ts'
import { refundCancelledOrder, withdrawOwnRefunds } from './own-refunds.ts'
import { findPaymentWithRefunds, type PaymentWithRefunds } from './paid-order.ts'
import { type Change, recordChange } from './record-refunds.ts'
import { REFUND_REASONS } from './refund-rules.ts'
import { requestRefunds } from './request-refunds.ts'

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log' | 'payments'>

type RefundedOrder = { orderId: string; isCancelled: boolean; charge: ChargeDetails }

/**
 * Makes the refunds and disputes of a paid payment agree with Stripe (docs/refunds.md). What Stripe has is recorded
 * before anything is requested, so that no refund is requested twice; the answers are recorded last.
 */
export async function syncRefunds(
  deps: SyncDeps,
  { order, intentId, charge }: { order: FullOrder; intentId: string; charge: ChargeDetails },
): Promise<void> {
  const orderId = order.id
  const isCancelled = order.status === 'cancelled'
  await recordChanges(deps, { orderId, isCancelled, charge })
  if (isCancelled) await refundCancelledOrder(deps, order)
  else await withdrawOwnRefunds(deps, orderId)

  const { disputes } = charge
  if (!(await requestRefunds(deps, { orderId, intentId, disputes }))) return
  const fresh = await deps.payments.findPayment(intentId)
  if (!fresh?.charge) return
  await recordChanges(deps, { orderId, isCancelled, charge: fresh.charge })
  if (isCancelled) await refundCancelledOrder(deps, order)
}

/**
 * Records each change in a transaction of its own and credits or reverses what follows from it. A second run changes
 * nothing (requirements §5). A change that cannot be recorded does not stop the others; its error is thrown at the end.
 */
async function recordChanges(deps: SyncDeps, { orderId, isCancelled, charge }: RefundedOrder): Promise<void> {
  if (charge.refunds.length === 0 && charge.disputes.length === 0) return
  const payment = await findPaymentWithRefunds(deps.db, orderId)
  if (!payment) return
  const reason = isCancelled ? REFUND_REASONS.cancelled : null
  const errors: unknown[] = []
  for (const change of findChanges(payment, charge)) {
    try {
      const outboxIds = await deps.db.$transaction(async (tx) => {
        await lockStudentOfOrder(tx, orderId)
        await recordChange(tx, deps, { paymentId: payment.id, change, reason })
        return creditRefunds(tx, deps, orderId)
      })
      await enqueueOutbox(deps, outboxIds)
    } catch (error) {
      deps.log.error({ err: error, orderId, kind: change.kind }, 'a refund or dispute could not be recorded')
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/** Money that came back stands first, so that never more counts as refunded than was paid; else the oldest first. */
function findChanges(payment: PaymentWithRefunds, charge: ChargeDetails): Change[] {
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
