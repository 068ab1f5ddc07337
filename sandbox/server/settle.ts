import type Stripe from 'stripe'
import { storeCharge } from './charges.ts'
import { failIntent, succeed, takePayment } from './confirm.ts'
import { emit } from './events.ts'
import { findIntent, unexpectedState } from './intents.ts'
import type { World } from './world.ts'

export type RedirectOutcome = 'approve' | 'refuse' | 'leave_pending'

function waitingIntent(world: World, id: string) {
  const intent = findIntent(world, id)
  const methodId = typeof intent.payment_method === 'string' ? intent.payment_method : ''
  const method = world.store.get('payment_method', methodId)
  if (intent.status !== 'requires_action' || method === undefined) {
    throw unexpectedState(`This PaymentIntent waits for no action: it has a status of ${intent.status}.`)
  }
  return { intent, method }
}

function authenticationFailed(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const error: Stripe.PaymentIntent.LastPaymentError = {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-authentication-failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: method,
  }
  return failIntent(world, intent, { error })
}

/** What the buyer did in the 3-D Secure window of a card. */
export function authenticate(world: World, id: string, isGenuine: boolean): Stripe.PaymentIntent {
  const { intent, method } = waitingIntent(world, id)
  if (!isGenuine) return authenticationFailed(world, intent, method)
  return takePayment(world, intent, { method, isAuthenticated: true })
}

/** The buyer's choice on the page of Klarna or Revolut, or on their bank's page. */
export function comeBack(world: World, id: string, outcome: RedirectOutcome): Stripe.PaymentIntent {
  const { intent, method } = waitingIntent(world, id)
  if (method.type === 'card') return authenticate(world, id, outcome === 'approve')
  if (outcome === 'approve') return takePayment(world, intent, { method, isAuthenticated: false })
  if (outcome === 'refuse') {
    const error: Stripe.PaymentIntent.LastPaymentError = {
      type: 'invalid_request_error',
      code: 'payment_method_customer_decline',
      doc_url: 'https://stripe.com/docs/error-codes/payment-method-customer-decline',
      message:
        'The customer declined to approve the payment. Please choose a different payment method and try again.',
      payment_method: method,
    }
    return failIntent(world, intent, { error })
  }
  const charge = storeCharge(world, { intent, method, status: 'pending', isAuthenticated: false })
  const processing = world.store.put('payment_intent', {
    ...intent,
    status: 'processing',
    next_action: null,
    latest_charge: charge.id,
  })
  emit(world, 'charge.pending', { object: charge })
  emit(world, 'payment_intent.processing', { object: processing })
  return processing
}

/** Ends a payment that is processing. */
export function settleProcessing(world: World, id: string, isPaid: boolean): Stripe.PaymentIntent {
  const intent = findIntent(world, id)
  const chargeId = typeof intent.latest_charge === 'string' ? intent.latest_charge : ''
  const charge = world.store.get('charge', chargeId)
  if (intent.status !== 'processing' || charge === undefined) {
    throw unexpectedState(`This PaymentIntent is not processing: it has a status of ${intent.status}.`)
  }
  if (isPaid) {
    const taken = world.store.put('charge', {
      ...charge,
      status: 'succeeded',
      paid: true,
      captured: true,
      amount_captured: charge.amount,
    })
    return succeed(world, intent, taken)
  }
  const message =
    'The payment was declined by the payment provider. Please choose a different payment method.'
  const code = 'payment_method_provider_decline'
  const failed = world.store.put('charge', {
    ...charge,
    status: 'failed',
    failure_code: code,
    failure_message: message,
  })
  const method = world.store.get('payment_method', charge.payment_method ?? '')
  return failIntent(world, intent, {
    error: {
      type: 'card_error',
      code,
      message,
      charge: failed.id,
      ...(method ? { payment_method: method } : {}),
    },
    charge: failed,
  })
}
