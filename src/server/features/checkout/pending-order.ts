import type { z } from 'zod'
import { ShopError } from '#server/errors.ts'
import { findOpenOrder, findOrder } from '#server/features/orders/order-queries.ts'
import { methodName } from '#server/features/orders/payment-method.ts'
import { cancelOrder } from '#server/features/payments/cancel-order.ts'
import type { PaymentDeps } from '#server/features/payments/sync-payment.ts'
import { pence, toPounds } from '#shared/money/money.ts'
import type { paymentSuccessOutput, pendingOrderOutput } from '#shared/schemas/checkout.ts'
import { getOrderStatus } from './confirm-payment.ts'

/** The student's order whose payment Klarna or a bank has not decided yet, as the shop was last told. */
export async function findPendingOrder(
  { db }: Pick<PaymentDeps, 'db'>,
  studentId: string,
): Promise<z.input<typeof pendingOrderOutput>> {
  const order = await findOpenOrder(db, studentId)
  if (order?.payment?.status !== 'processing') return null
  return {
    orderId: order.id,
    method: methodName(order.payment.method),
    total: toPounds(pence(order.totalPence)),
    videos: order.lines.map(({ videoId, title }) => ({ videoId, title })),
  }
}

/** Whether an order of the student's still waits for its payment, as far as the shop knows. */
export async function isOrderOpen(
  { db, clock }: Pick<PaymentDeps, 'db' | 'clock'>,
  { studentId, orderId }: { studentId: string; orderId: string },
): Promise<boolean> {
  const order = await findOpenOrder(db, studentId)
  return order?.id === orderId && order.payment?.status !== 'processing' && order.expiresAt > clock.now()
}

/**
 * Cancels an order that is not paid, where Stripe still allows it, and tells what became of it: `processing` and `paid`
 * where it does not.
 *
 * @throws ShopError ORDER_NOT_FOUND
 */
export async function cancelUnpaid(
  deps: PaymentDeps,
  { studentId, orderId }: { studentId: string; orderId: string },
): Promise<z.input<typeof paymentSuccessOutput>> {
  const order = await findOrder(deps.db, orderId)
  if (order?.studentId !== studentId) throw new ShopError('ORDER_NOT_FOUND')
  if (order.status === 'open') await cancelOrder(deps, order, 'atStripe')
  return getOrderStatus(deps, { studentId, orderId })
}
