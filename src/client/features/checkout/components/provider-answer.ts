import type { PaymentIntent, Stripe, StripeElements, StripeError } from '@stripe/stripe-js'

/** What came of asking the payment provider. */
export type Confirmed =
  /** Paid, being processed, or waiting for something: the server knows. */
  | { kind: 'settling'; intentId: string }
  /** The bank or the provider said no, in words meant for the buyer. */
  | { kind: 'refused'; text: string }
  /** The intent was cancelled meanwhile: the order is gone. */
  | { kind: 'cancelled' }
  /** No words for a buyer, but the provider has said that it still waits for a way to pay. */
  | { kind: 'untaken' }
  /** No words for a buyer, and no knowing whether anything happened. */
  | { kind: 'unknown' }

type Confirming = { stripe: Stripe; elements: StripeElements; clientSecret: string; returnUrl: string }

/** Confirms without leaving the page unless the method needs it (requirements §4). */
export async function confirmWithProvider(confirming: Confirming): Promise<Confirmed> {
  const { stripe, elements, clientSecret, returnUrl } = confirming
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    redirect: 'if_required',
    confirmParams: { return_url: returnUrl },
  })
  if (!error) return { kind: 'settling', intentId: paymentIntent.id }
  if (isForBuyers(error)) return { kind: 'refused', text: error.message ?? '' }
  if (error.payment_intent?.status === 'requires_payment_method') return { kind: 'untaken' }
  // The line broke, or the payment was made or cancelled in another window: the intent itself knows.
  const intent = error.payment_intent ?? (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent
  return readIntent(intent)
}

function readIntent(intent: PaymentIntent | undefined): Confirmed {
  if (intent?.status === 'canceled') return { kind: 'cancelled' }
  if (intent?.status === 'succeeded' || intent?.status === 'processing') {
    return { kind: 'settling', intentId: intent.id }
  }
  return { kind: 'unknown' }
}

/** Stripe words these for buyers; its other messages are for developers. */
function isForBuyers({ type, code, message }: StripeError): boolean {
  if (!message) return false
  const isAuthentication = code === 'payment_intent_authentication_failure'
  return type === 'card_error' || type === 'validation_error' || isAuthentication
}
