import { ShopError } from '#server/errors.ts'
import {
  type FullOrder,
  findOrder,
  findOrderByIntent,
  findOutcome,
} from '#server/features/orders/order-queries.ts'
import { type PaymentDeps, syncPayment } from '#server/features/payments/sync-payment.ts'
import type { PaymentSuccessOutput } from '#shared/schemas/checkout.ts'
import { presentOutcome } from './present.ts'

/**
 * What the buyer's browser asks after paying: settles the payment with Stripe and tells the truth about it.
 * Another student's payment is answered like one that does not exist.
 *
 * @throws ShopError PAYMENT_NOT_FOUND, PAYMENT_MISMATCH
 */
export async function confirmPayment(
  deps: PaymentDeps,
  { studentId, paymentIntentId }: { studentId: string; paymentIntentId: string },
): Promise<PaymentSuccessOutput> {
  const order = await findOrderByIntent(deps.db, paymentIntentId)
  if (order?.studentId !== studentId) throw new ShopError('PAYMENT_NOT_FOUND')
  return tell(deps, order)
}

/**
 * The same for an order by its id, which an order of £0 has and a payment intent it has not.
 *
 * @throws ShopError ORDER_NOT_FOUND, PAYMENT_MISMATCH
 */
export async function getOrderStatus(
  deps: PaymentDeps,
  { studentId, orderId }: { studentId: string; orderId: string },
): Promise<PaymentSuccessOutput> {
  const order = await findOrder(deps.db, orderId)
  if (order?.studentId !== studentId) throw new ShopError('ORDER_NOT_FOUND')
  return tell(deps, order)
}

/** A paid order is told from our books; any other is settled with Stripe first. */
async function tell(deps: PaymentDeps, order: FullOrder): Promise<PaymentSuccessOutput> {
  const { payment } = order
  if (order.status === 'paid' || !payment) {
    return presentOutcome(order, null, await findOutcome(deps.db, order.id))
  }
  const { intent } = await syncPayment(deps, payment.intentId)
  const settled = await findOrder(deps.db, order.id)
  return presentOutcome(settled ?? order, intent, await findOutcome(deps.db, order.id))
}
