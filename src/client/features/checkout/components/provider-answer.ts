import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'

/** What came of asking the payment provider. */
export type Confirmed =
  /** Paid, being processed, or waiting for something: the server knows. */
  | { kind: 'settling'; intentId: string }
  /** The bank or the provider said no, in words meant for the buyer. */
  | { kind: 'refused'; text: string }
  /** The intent was cancelled meanwhile: the order is gone. */
  | { kind: 'cancelled' }
  /** No words for a buyer, and no knowing whether anything happened. */
  | { kind: 'unknown' }

type Confirming = { stripe: Stripe; elements: StripeElements; returnUrl: string }

/** Confirms without leaving the page unless the method needs it (requirements §4). */
export async function confirmWithProvider({ stripe, elements, returnUrl }: Confirming): Promise<Confirmed> {
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    redirect: 'if_required',
    confirmParams: { return_url: returnUrl },
  })
  return error ? readError(error) : { kind: 'settling', intentId: paymentIntent.id }
}

function readError(error: StripeError): Confirmed {
  const intent = error.payment_intent
  if (intent?.status === 'canceled') return { kind: 'cancelled' }
  // Paid in another window meanwhile: good news that comes as an error.
  if (intent?.status === 'succeeded' || intent?.status === 'processing') {
    return { kind: 'settling', intentId: intent.id }
  }
  return isForBuyers(error) ? { kind: 'refused', text: error.message ?? '' } : { kind: 'unknown' }
}

/** Stripe words these for buyers; its other messages are for developers. */
function isForBuyers({ type, code, message }: StripeError): boolean {
  if (!message) return false
  const isAuthentication = code === 'payment_intent_authentication_failure'
  return type === 'card_error' || type === 'validation_error' || isAuthentication
}
