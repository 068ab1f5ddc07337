import { ShopError } from '#server/errors.ts'
import type { PaymentSuccessOutput } from '#shared/schemas/checkout.ts'
import { presentOutcome } from './present.ts'
import { findOrder, findOrderByIntent, findOutcome } from './queries.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'

/**
 * What the buyer's browser asks after paying: settles the payment with Stripe and tells the truth about it.
 * Another student's payment is answered like one that does not exist.
 *
 * @throws ShopError PAYMENT_NOT_FOUND, PAYMENT_MISMATCH
 */
export async function confirmPayment(
  deps: SettleDeps,
  { studentId, paymentIntentId }: { studentId: string; paymentIntentId: string },
): Promise<PaymentSuccessOutput> {
  const order = await findOrderByIntent(deps.db, paymentIntentId)
  if (order?.studentId !== studentId) throw new ShopError('PAYMENT_NOT_FOUND')
  await settlePayment(deps, paymentIntentId)
  return tellOutcome(deps, { studentId, orderId: order.id })
}

/** The same for an order by its id, which an order of £0 has and a payment intent it has not. */
export async function tellOutcome(
  deps: SettleDeps,
  { studentId, orderId }: { studentId: string; orderId: string },
): Promise<PaymentSuccessOutput> {
  const order = await findOrder(deps.db, orderId)
  if (order?.studentId !== studentId) throw new ShopError('ORDER_NOT_FOUND')
  const intent =
    order.status === 'open' && order.payment ? await deps.payments.findPayment(order.payment.intentId) : null
  return presentOutcome(order, intent, await findOutcome(deps.db, order.id))
}
