import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest, resourceMissing } from './api-error.ts'
import { emit } from './events.ts'
import { mergeMetadata, metadataChange, trueOrFalse, unsettable, wholeNumber } from './params.ts'
import { METHOD_TYPES, type MethodType, paymentMethodData } from './payment-methods.ts'
import type { World } from './world.ts'

const MOST = 99_999_999
const LEAST = 30

const secureCard = z.enum(['any', 'automatic', 'challenge'])
const methodOptions = z.strictObject({
  card: z.strictObject({ request_three_d_secure: secureCard.optional() }).optional(),
})

/** Parameters that create, update and confirm share. */
const common = {
  payment_method: z.string().optional(),
  payment_method_data: paymentMethodData.optional(),
  payment_method_options: methodOptions.optional(),
  allowed_payment_method_types: z.array(z.string()).optional(),
  receipt_email: unsettable.optional(),
}

const written = {
  ...common,
  currency: z.string().optional(),
  customer: z.string().optional(),
  description: unsettable.optional(),
  metadata: metadataChange.optional(),
  statement_descriptor_suffix: unsettable.optional(),
}

const confirming = {
  return_url: z.url().optional(),
  error_on_requires_action: trueOrFalse.optional(),
  use_stripe_sdk: trueOrFalse.optional(),
}

export const createIntentParams = z.strictObject({
  ...written,
  ...confirming,
  amount: wholeNumber,
  currency: z.string(),
  automatic_payment_methods: z
    .strictObject({ enabled: trueOrFalse, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
  confirm: trueOrFalse.optional(),
  confirmation_method: z.enum(['automatic']).optional(),
})

export const updateIntentParams = z.strictObject({ ...written, amount: wholeNumber.optional() })

export const confirmIntentParams = z.strictObject({
  ...common,
  ...confirming,
  // What the browser adds to a confirmation.
  client_secret: z.string().optional(),
  key: z.string().optional(),
  expected_payment_method_type: z.string().optional(),
})

export const cancelIntentParams = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

function checkAmount(amount: number, currency: string) {
  if (currency !== 'gbp') {
    throw invalidRequest({
      message: `Invalid currency: ${currency}. This sandbox supports these currencies: gbp`,
      param: 'currency',
    })
  }
  if (amount < LEAST) {
    throw invalidRequest({
      code: 'amount_too_small',
      message: 'Amount must be at least £0.30 gbp',
      param: 'amount',
    })
  }
  if (amount > MOST) {
    throw invalidRequest({
      code: 'amount_too_large',
      message: 'Amount must be no more than £999,999.99',
      param: 'amount',
    })
  }
}

function methodTypes(allowed: string[] | undefined, redirects: 'always' | 'never' = 'always'): MethodType[] {
  const stranger = allowed?.find((type) => !METHOD_TYPES.some((known) => known === type))
  if (stranger !== undefined) {
    throw invalidRequest({
      message: `The payment method type "${stranger}" is invalid. This sandbox knows card, klarna and revolut_pay.`,
      param: 'allowed_payment_method_types',
    })
  }
  const types = METHOD_TYPES.filter((type) => allowed?.includes(type) ?? true)
  return redirects === 'never' ? types.filter((type) => type === 'card') : types
}

function optionsFor(
  types: string[],
  card: z.infer<typeof methodOptions>['card'],
): Stripe.PaymentIntent.PaymentMethodOptions {
  return {
    ...(types.includes('card')
      ? {
          card: {
            installments: null,
            mandate_options: null,
            network: null,
            request_three_d_secure: card?.request_three_d_secure ?? 'automatic',
          },
        }
      : {}),
    ...(types.includes('klarna') ? { klarna: { preferred_locale: null } } : {}),
    ...(types.includes('revolut_pay') ? { revolut_pay: {} } : {}),
  }
}

function checkCustomer(world: World, id: string | undefined): string | null {
  if (id === undefined) return null
  if (world.store.get('customer', id)) return id
  throw resourceMissing({ what: 'customer', id, param: 'customer' })
}

export function findIntent(world: Pick<World, 'store'>, id: string): Stripe.PaymentIntent {
  const intent = world.store.get('payment_intent', id)
  if (intent) return intent
  throw resourceMissing({ what: 'payment_intent', id, param: 'intent' })
}

/** Makes an intent that waits for a payment method; confirming is a second step. */
export function createIntent(world: World, params: z.infer<typeof createIntentParams>): Stripe.PaymentIntent {
  const currency = params.currency.toLowerCase()
  checkAmount(params.amount, currency)
  const automatic = params.automatic_payment_methods
  if (params.allowed_payment_method_types && automatic?.enabled) {
    throw invalidRequest({
      message:
        'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      param: 'automatic_payment_methods',
    })
  }
  const allowed = params.allowed_payment_method_types
  const redirects = automatic?.allow_redirects ?? 'always'
  const types = methodTypes(allowed, redirects)
  const id = world.newId('pi')
  const intent = world.store.put('payment_intent', {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: allowed ? null : { allow_redirects: redirects, enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    // Money is always taken at once here: the shop sells nothing that is delivered later.
    capture_method: 'automatic_async',
    client_secret: `${id}_${world.newId('secret')}`,
    confirmation_method: 'automatic',
    created: world.now(),
    currency,
    customer: checkCustomer(world, params.customer),
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: optionsFor(types, params.payment_method_options?.card),
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  })
  emit(world, 'payment_intent.created', { object: intent })
  return intent
}

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function unexpectedState(message: string) {
  return invalidRequest({ code: 'payment_intent_unexpected_state', message })
}

export function updateIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  params: z.infer<typeof updateIntentParams>,
): Stripe.PaymentIntent {
  const changesMoney = params.amount !== undefined || params.currency !== undefined
  if (changesMoney && !OPEN.includes(intent.status)) {
    throw unexpectedState(
      `This PaymentIntent's amount could not be updated because it has a status of ${intent.status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`,
    )
  }
  const amount = params.amount ?? intent.amount
  const currency = params.currency?.toLowerCase() ?? intent.currency
  checkAmount(amount, currency)
  const allowed = params.allowed_payment_method_types
  const types = allowed ? methodTypes(allowed) : intent.payment_method_types
  return world.store.put('payment_intent', {
    ...intent,
    amount,
    currency,
    ...(allowed ? { allowed_payment_method_types: allowed, automatic_payment_methods: null } : {}),
    payment_method_types: types,
    payment_method_options: optionsFor(types, params.payment_method_options?.card),
    customer: checkCustomer(world, params.customer) ?? intent.customer,
    description: params.description === undefined ? intent.description : params.description,
    receipt_email: params.receipt_email === undefined ? intent.receipt_email : params.receipt_email,
    metadata: mergeMetadata(intent.metadata, params.metadata),
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? intent.statement_descriptor_suffix,
    last_payment_error: null,
  })
}

/** Cancels an intent that is still open. One that is processing is refused, as Stripe does for redirect methods. */
export function cancelIntent(
  world: World,
  intent: Stripe.PaymentIntent,
  params: z.infer<typeof cancelIntentParams>,
): Stripe.PaymentIntent {
  if (!OPEN.includes(intent.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`,
    )
  }
  const canceled = world.store.put('payment_intent', {
    ...intent,
    status: 'canceled',
    canceled_at: world.now(),
    cancellation_reason: params.cancellation_reason ?? null,
    next_action: null,
  })
  emit(world, 'payment_intent.canceled', { object: canceled })
  return canceled
}
