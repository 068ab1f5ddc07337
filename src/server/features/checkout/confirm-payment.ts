import type { z } from 'zod'
import { ShopError } from '#server/errors.ts'
import {
  type FullOrder,
  findOrder,
  findOrderByIntent,
  findOutcome,
} from '#server/features/orders/order-queries.ts'
import { methodName } from '#server/features/orders/payment-method.ts'
import { type PaymentDeps, syncPayment } from '#server/features/payments/sync-payment.ts'
import type { PaymentDetails } from '#server/infra/stripe.ts'
import { checkoutSuccessMessages, deciderOf } from '#shared/messages/checkout.ts'
import { pence, toPounds } from '#shared/money/money.ts'
import type { PaymentStatus, paymentSuccessOutput } from '#shared/schemas/checkout.ts'
import { presentSums, statusOf } from './present.ts'

type PaymentSuccess = z.input<typeof paymentSuccessOutput>

/**
 * Syncs a payment after the buyer has paid and returns its state. Another student's payment is answered as one that
 * does not exist.
 *
 * @throws ShopError PAYMENT_NOT_FOUND, PAYMENT_MISMATCH
 */
export async function confirmPayment(
  deps: PaymentDeps,
  { studentId, paymentIntentId }: { studentId: string; paymentIntentId: string },
): Promise<PaymentSuccess> {
  const order = await findOrderByIntent(deps.db, paymentIntentId)
  if (order?.studentId !== studentId) throw new ShopError('PAYMENT_NOT_FOUND')
  return getOutcome(deps, order)
}

/**
 * The same by order id, for an order of £0, which has no payment intent.
 *
 * @throws ShopError ORDER_NOT_FOUND, PAYMENT_MISMATCH
 */
export async function getOrderStatus(
  deps: PaymentDeps,
  { studentId, orderId }: { studentId: string; orderId: string },
): Promise<PaymentSuccess> {
  const order = await findOrder(deps.db, orderId)
  if (order?.studentId !== studentId) throw new ShopError('ORDER_NOT_FOUND')
  return getOutcome(deps, order)
}

/** A paid order needs no call to Stripe. */
async function getOutcome(deps: PaymentDeps, order: FullOrder): Promise<PaymentSuccess> {
  const { payment } = order
  if (order.status === 'paid' || !payment) {
    return presentOutcome(order, null, await findOutcome(deps.db, order.id))
  }
  const { intent } = await syncPayment(deps, payment.intentId)
  const synced = await findOrder(deps.db, order.id)
  return presentOutcome(synced ?? order, intent, await findOutcome(deps.db, order.id))
}

/** The state of an order and its payment, for the page after the checkout. */
function presentOutcome(
  order: FullOrder,
  intent: PaymentDetails | null,
  outcome: { invoice: { id: string; label: string } | null; expiresAt: Date | null },
): PaymentSuccess {
  const status = statusOf(order, intent)
  const method = methodName(order.payment?.method ?? null)
  return {
    success: status === 'paid',
    status,
    orderId: order.id,
    message: MESSAGES[status](deciderOf(method)),
    method,
    videoIds: order.lines.map((line) => line.videoId),
    isBundle: order.isBundle,
    total: toPounds(pence(order.totalPence)),
    sums: presentSums(order),
    expiresAt: outcome.expiresAt,
    invoiceNumber: outcome.invoice?.label ?? null,
    invoiceId: outcome.invoice?.id ?? null,
  }
}

const { title, processing, action, failed, cancelled } = checkoutSuccessMessages

const MESSAGES: Record<PaymentStatus, (decider: string) => string> = {
  paid: () => title,
  processing,
  requires_action: action,
  requires_payment: () => failed,
  failed: () => failed,
  cancelled: () => cancelled,
}
