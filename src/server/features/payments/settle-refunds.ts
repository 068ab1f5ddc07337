import type { FullOrder } from '#server/features/orders/queries.ts'
import { endOwnRefunds } from '#server/features/refunds/end-own-refunds.ts'
import { requestRefunds } from '#server/features/refunds/request-refunds.ts'
import { recordReceived, returnPayment } from '#server/features/refunds/return-payment.ts'
import { syncReturns } from '#server/features/refunds/sync-returns.ts'
import type { ChargeFacts, PaymentFacts } from '#server/infra/stripe.ts'
import type { SettleDeps } from './settle-payment.ts'

/**
 * The way of money back, in this order (docs/refunds.md): what Stripe has is recorded first, so that nothing is asked
 * for twice and no news waits for a question that cannot be asked; then the refunds that are written down are asked
 * for; then what came of it is recorded.
 */
export async function settleRefunds(
  deps: SettleDeps,
  { order, facts, charge }: { order: FullOrder; facts: PaymentFacts; charge: ChargeFacts },
): Promise<void> {
  const { intentId } = facts
  const orderId = order.id
  const isCancelled = order.status === 'cancelled'
  if (isCancelled) await recordReceived(deps, { order, facts, charge })
  await syncReturns(deps, { orderId, isCancelled, charge })
  if (isCancelled) await returnPayment(deps, order)
  else await endOwnRefunds(deps, orderId)

  const { disputes } = charge
  if (!(await requestRefunds(deps, { orderId, intentId, disputes }))) return
  const fresh = await deps.payments.findPayment(intentId)
  if (!fresh?.charge) return
  await syncReturns(deps, { orderId, isCancelled, charge: fresh.charge })
  if (isCancelled) await returnPayment(deps, order)
}
