import type Stripe from 'stripe'
import type { z } from 'zod'
import { invalidRequest, SandboxApiError } from './api-error.ts'
import { bookUnlessLate, storeCharge } from './charges.ts'
import { openDispute } from './disputes.ts'
import { emit } from './events.ts'
import { type confirmIntentParams, unexpectedState } from './intents.ts'
import { createPaymentMethod, findPaymentMethod, testCardBehind } from './payment-methods.ts'
import type { Refusal } from './test-cards.ts'
import type { World } from './world.ts'

type PaymentError = Stripe.PaymentIntent.LastPaymentError

/** Sends an intent back to the start with the reason, so that another payment method can be tried. */
export function failIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  input: { error: PaymentError; charge?: Stripe.Charge },
): Stripe.PaymentIntent {
  const failed = world.store.put('payment_intent', {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: input.error,
    latest_charge: input.charge?.id ?? intent.latest_charge,
  })
  if (input.charge) emit(world, 'charge.failed', { object: input.charge })
  emit(world, 'payment_intent.payment_failed', { object: failed })
  return failed
}

function cardError(refusal: Refusal, charge: Stripe.Charge, method: Stripe.PaymentMethod): PaymentError {
  return {
    type: 'card_error',
    ...(refusal.advice ? { advice_code: refusal.advice } : {}),
    charge: charge.id,
    code: refusal.code,
    ...(refusal.code === 'card_declined' ? { decline_code: refusal.decline } : {}),
    doc_url: `https://stripe.com/docs/error-codes/${refusal.code.replaceAll('_', '-')}`,
    message: refusal.message,
    ...(refusal.code === 'incorrect_cvc' ? { param: 'cvc' } : {}),
    network_decline_code: '01',
    payment_method: method,
  }
}

/** Marks the money as taken: charge, books and intent. */
export function succeed(
  world: World,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge,
): Stripe.PaymentIntent {
  const booked = bookUnlessLate(world, charge)
  const paid = world.store.put('payment_intent', {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: booked.id,
    last_payment_error: null,
    next_action: null,
  })
  emit(world, 'charge.succeeded', { object: booked })
  emit(world, 'payment_intent.succeeded', { object: paid })
  return paid
}

/** Takes the money of an intent whose payment method needs nothing more; the bank may still refuse. */
export function takePayment(
  world: World,
  intent: Stripe.PaymentIntent,
  input: { method: Stripe.PaymentMethod; isAuthenticated: boolean },
): Stripe.PaymentIntent {
  const card = testCardBehind(world, input.method)
  if (card?.refusal) {
    const { refusal } = card
    const charge = storeCharge(world, { intent, ...input, status: 'failed', refusal })
    return failIntent(world, intent, { error: cardError(refusal, charge, input.method), charge })
  }
  const charge = storeCharge(world, { intent, ...input, status: 'succeeded' })
  const paid = succeed(world, intent, charge)
  if (card?.isDisputed) openDispute(world, charge.id)
  return paid
}

function nextAction(
  intent: Stripe.PaymentIntent,
  input: { isCard: boolean; usesSdk: boolean; returnUrl: string | undefined },
): Stripe.PaymentIntent.NextAction {
  if (input.isCard && (input.usesSdk || input.returnUrl === undefined)) {
    return { type: 'use_stripe_sdk', use_stripe_sdk: {} }
  }
  if (input.returnUrl === undefined) {
    throw invalidRequest({
      message:
        'This payment method sends the customer away and back: a `return_url` is required to confirm this PaymentIntent.',
      param: 'return_url',
    })
  }
  // The shop serves the sandbox's pages itself, so its own address leads there too.
  const url = new URL(`/dev/stripe/away/${intent.id}`, input.returnUrl)
  url.searchParams.set('client_secret', intent.client_secret ?? '')
  return { type: 'redirect_to_url', redirect_to_url: { return_url: input.returnUrl, url: url.href } }
}

type MethodChoice = Pick<z.infer<typeof confirmIntentParams>, 'payment_method' | 'payment_method_data'>

function givenMethod(
  world: World,
  intent: Stripe.PaymentIntent,
  params: MethodChoice,
): Stripe.PaymentMethod | undefined {
  const id = params.payment_method
  if (params.payment_method_data === undefined && id === undefined) return undefined
  const method = params.payment_method_data
    ? createPaymentMethod(world, params.payment_method_data)
    : findPaymentMethod(world, id ?? '')
  if (intent.payment_method_types.includes(method.type)) return method
  throw invalidRequest({
    message: `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod of one of the following types: ${intent.payment_method_types.join(', ')}.`,
    param: 'payment_method',
  })
}

/** Keeps a payment method on an intent that is not confirmed yet. */
export function attachMethod(
  world: World,
  intent: Stripe.PaymentIntent,
  params: MethodChoice,
): Stripe.PaymentIntent {
  const method = givenMethod(world, intent, params)
  if (method === undefined) return intent
  return world.store.put('payment_intent', {
    ...intent,
    payment_method: method.id,
    status: 'requires_confirmation',
    next_action: null,
  })
}

function chooseMethod(
  world: World,
  intent: Stripe.PaymentIntent,
  params: MethodChoice,
): Stripe.PaymentMethod {
  const given = givenMethod(world, intent, params)
  if (given) return given
  if (typeof intent.payment_method === 'string') return findPaymentMethod(world, intent.payment_method)
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
  )
}

function wantsAuthentication(
  world: World,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): boolean {
  const asked = intent.payment_method_options?.card?.request_three_d_secure
  return (
    testCardBehind(world, method)?.needsAuthentication === true || asked === 'any' || asked === 'challenge'
  )
}

function checkConfirmable(intent: Stripe.PaymentIntent) {
  if (intent.status === 'succeeded') {
    throw unexpectedState(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    )
  }
  if (intent.status === 'canceled' || intent.status === 'processing') {
    throw unexpectedState(
      `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action, requires_payment_method.`,
    )
  }
}

/** Tries to take the money. A refusal by the bank is remembered on the intent and thrown as Stripe's 402. */
export function confirmIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  params: z.infer<typeof confirmIntentParams>,
): Stripe.PaymentIntent {
  checkConfirmable(intent)
  const method = chooseMethod(world, intent, params)
  const chosen: Stripe.PaymentIntent = {
    ...intent,
    payment_method: method.id,
    last_payment_error: null,
    next_action: null,
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email,
  }
  const isCard = method.type === 'card'
  if (!isCard || wantsAuthentication(world, intent, method)) {
    const action = nextAction(intent, {
      isCard,
      usesSdk: params.use_stripe_sdk === true,
      returnUrl: params.return_url,
    })
    const waiting = world.store.put('payment_intent', {
      ...chosen,
      status: 'requires_action',
      next_action: action,
    })
    emit(world, 'payment_intent.requires_action', { object: waiting })
    return waiting
  }
  const tried = takePayment(world, chosen, { method, isAuthenticated: false })
  if (tried.last_payment_error === null) return tried
  const { type: _type, payment_intent: _intent, ...error } = tried.last_payment_error
  throw new SandboxApiError(402, {
    type: 'card_error',
    message: error.message ?? 'Your card was declined.',
    ...(error.code ? { code: error.code } : {}),
    ...(error.decline_code ? { decline_code: error.decline_code } : {}),
    ...(error.advice_code ? { advice_code: error.advice_code } : {}),
    ...(error.network_decline_code ? { network_decline_code: error.network_decline_code } : {}),
    ...(error.param ? { param: error.param } : {}),
    ...(error.charge ? { charge: error.charge } : {}),
    payment_intent: tried,
    payment_method: method,
  })
}
