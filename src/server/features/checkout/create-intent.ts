import { ShopError } from '#server/errors.ts'
import { type FullOrder, findOrder } from '#server/features/orders/order-queries.ts'
import { cancelOrder } from '#server/features/payments/cancel-order.ts'
import { fulfilOrder } from '#server/features/payments/fulfil-order.ts'
import { createPaymentIntent } from '#server/features/payments/payment-intent.ts'
import { type PaymentDeps, syncPayment } from '#server/features/payments/sync-payment.ts'
import type { PaymentDetails } from '#server/infra/stripe.ts'
import { type CheckoutCart, openOrder } from './open-order.ts'

/** An order and the state of its payment; `intent` is null when there is nothing to pay. */
export type Checkout = { order: FullOrder; intent: PaymentDetails | null }

/** Each round returns a checkout or removes what stood in its way. */
const ROUNDS = 4

/**
 * Opens the student's one order for a cart and gives its payment intent. The same cart again is the same order and
 * intent, unless it costs less by now; another cart cancels the earlier order first. An earlier order that was paid
 * meanwhile is fulfilled, and the cart is priced again (requirements §5).
 *
 * @throws ShopError as openOrder, PAYMENT_PROCESSING, CONFLICT
 */
export async function createIntent(deps: PaymentDeps, cart: CheckoutCart): Promise<Checkout> {
  for (let round = 0; round < ROUNDS; round++) {
    const opened = await openOrder(deps, cart)
    if (!opened) continue // another request was first
    const checkout = await STEPS[opened.kind](deps, opened.order)
    if (checkout) return checkout
  }
  throw new ShopError('CONFLICT')
}

/** What follows for an order, by how it was found; null where the cart has to be priced again. */
const STEPS = { new: startOrder, same: resumeOrder, other: replaceOrder } as const

async function replaceOrder(deps: PaymentDeps, order: FullOrder): Promise<null> {
  const outcome = await cancelOrder(deps, order, 'replaced')
  if (outcome === 'processing') throw new ShopError('PAYMENT_PROCESSING')
  return null
}

async function startOrder(deps: PaymentDeps, order: FullOrder): Promise<Checkout | null> {
  if (order.totalPence > 0) return withIntent(deps, order)
  await fulfilOrder(deps, order.id, { kind: 'free' })
  const fulfilled = await findOrder(deps.db, order.id)
  return fulfilled && { order: fulfilled, intent: null }
}

async function resumeOrder(deps: PaymentDeps, order: FullOrder): Promise<Checkout | null> {
  if (order.totalPence === 0) {
    await fulfilOrder(deps, order.id, { kind: 'free' }) // a process died between opening and fulfilling
    return null
  }
  if (!order.payment) return withIntent(deps, order)
  const intent = await deps.payments.findPayment(order.payment.intentId)
  if (intent?.status === 'open' || intent?.status === 'processing') return { order, intent }
  if (intent?.status === 'paid') await syncPayment(deps, intent.intentId)
  else await cancelOrder(deps, order, 'atStripe')
  return null
}

async function withIntent(deps: PaymentDeps, order: FullOrder): Promise<Checkout | null> {
  const intent = await createPaymentIntent(deps, order)
  return intent && { order, intent }
}
