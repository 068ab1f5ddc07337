import { paths } from '#client/site/paths.ts'

/** The page after the checkout, named by its order and, where something had to be paid, by the payment. */
export function successPath(order: { orderId: string; paymentIntentId: string | null }): string {
  const search = new URLSearchParams({ order: order.orderId })
  if (order.paymentIntentId !== null) search.set('payment_intent', order.paymentIntentId)
  return `${paths.checkoutSuccess}?${search}`
}
