import type Stripe from 'stripe'
import { invalidRequest } from './api-error.ts'
import { book } from './balance.ts'
import { emit } from './events.ts'
import { processingFee } from './fees.ts'
import type { Refusal } from './test-cards.ts'
import { switchesOf, type World } from './world.ts'

type Attempt = {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  status: 'succeeded' | 'pending' | 'failed'
  isAuthenticated: boolean
  refusal?: Refusal
}

function cardDetails(
  attempt: Attempt,
  card: Stripe.PaymentMethod.Card,
): Stripe.Charge.PaymentMethodDetails.Card {
  const isCvcWrong = attempt.refusal?.code === 'incorrect_cvc'
  return {
    amount_authorized: attempt.status === 'succeeded' ? attempt.intent.amount : null,
    authorization_code: null,
    brand: card.brand,
    checks: {
      address_line1_check: null,
      address_postal_code_check: null,
      cvc_check: isCvcWrong ? 'fail' : 'pass',
    },
    country: card.country,
    electronic_commerce_indicator: attempt.isAuthenticated ? '05' : null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: attempt.isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  }
}

function methodDetails(attempt: Attempt): Stripe.Charge.PaymentMethodDetails {
  const { method } = attempt
  if (method.card) return { type: 'card', card: cardDetails(attempt, method.card) }
  if (method.type === 'klarna') {
    return {
      type: 'klarna',
      klarna: {
        payer_details: { address: { country: 'GB' } },
        payment_method_category: 'pay_later',
        preferred_locale: 'en-GB',
      },
    }
  }
  return { type: 'revolut_pay', revolut_pay: { funding: { type: null }, transaction_id: null } }
}

function outcomeOf({ status, refusal }: Attempt): Stripe.Charge.Outcome | null {
  if (status === 'pending') return null
  return {
    advice_code: refusal?.advice ?? null,
    network_advice_code: null,
    network_decline_code: refusal ? '01' : null,
    network_status: refusal ? 'declined_by_network' : 'approved_by_network',
    reason: refusal?.decline ?? null,
    risk_level: 'normal',
    risk_score: 10,
    seller_message: refusal
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: refusal ? 'issuer_declined' : 'authorized',
  }
}

/** Records an attempt to take the money. Nothing is booked yet. */
export function storeCharge(world: World, attempt: Attempt): Stripe.Charge {
  const { intent, method, status, refusal } = attempt
  const isPaid = status === 'succeeded'
  return world.store.put('charge', {
    id: world.newId(method.type === 'card' ? 'ch' : 'py'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'GROUND SCHOOL',
    captured: isPaid,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(attempt),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(attempt),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: null,
    transfer_group: null,
  })
}

function bookCharge(world: World, charge: Stripe.Charge): Stripe.Charge {
  const details = charge.payment_method_details
  const method = details?.type ?? 'card'
  const transaction = book(world, {
    amount: charge.amount,
    currency: charge.currency,
    fee: processingFee({ amount: charge.amount, method, country: details?.card?.country ?? null }),
    description: charge.description,
    source: charge.id,
    type: method === 'card' ? 'charge' : 'payment',
    category: 'charge',
  })
  return world.store.put('charge', { ...charge, balance_transaction: transaction.id })
}

/** Books a paid charge with its fee, unless fees are switched to come late; then `tellFee` does it. */
export function bookUnlessLate(world: World, charge: Stripe.Charge): Stripe.Charge {
  return switchesOf(world).lateFees ? charge : bookCharge(world, charge)
}

export function tellFee(world: World, chargeId: string): Stripe.Charge {
  const charge = world.store.get('charge', chargeId)
  if (charge?.status !== 'succeeded' || charge.balance_transaction !== null) {
    throw invalidRequest({ message: `The fee of '${chargeId}' is known already, or there is none.` })
  }
  const booked = bookCharge(world, charge)
  emit(world, 'charge.updated', { object: booked, previous_attributes: { balance_transaction: null } })
  return booked
}
