import type Stripe from 'stripe'
import { z } from 'zod'
import { resourceMissing, SandboxApiError } from './api-error.ts'
import { address, mergeMetadata, metadataChange, unsettable, wholeNumber } from './params.ts'
import { cardByName, cardByNumber, type TestCard } from './test-cards.ts'
import type { World } from './world.ts'

export const METHOD_TYPES = ['card', 'klarna', 'revolut_pay'] as const
export type MethodType = (typeof METHOD_TYPES)[number]

const cardData = z.strictObject({
  number: z.string(),
  exp_month: wholeNumber,
  exp_year: wholeNumber,
  cvc: z.string().optional(),
})

export const paymentMethodData = z.strictObject({
  type: z.enum(METHOD_TYPES),
  card: cardData.optional(),
  klarna: z.record(z.string(), z.unknown()).optional(),
  revolut_pay: z.record(z.string(), z.unknown()).optional(),
  billing_details: z
    .strictObject({
      address: address.or(z.literal('')).optional(),
      email: unsettable.optional(),
      name: unsettable.optional(),
      phone: unsettable.optional(),
      tax_id: unsettable.optional(),
    })
    .optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  metadata: metadataChange.optional(),
})

type PaymentMethodData = z.infer<typeof paymentMethodData>

function cardError(input: { code: string; message: string; param: string; decline_code?: string }) {
  return new SandboxApiError(402, { type: 'card_error', ...input })
}

function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The card behind a number, or the refusal Stripe gives before it contacts any bank. */
function checkCard(world: World, card: z.infer<typeof cardData>): TestCard {
  const number = card.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param: 'number' })
  }
  const known = cardByNumber(number)
  if (known === undefined) {
    throw cardError({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
      param: '',
    })
  }
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw cardError({
      code: 'invalid_expiry_month',
      message: "Your card's expiration month is invalid.",
      param: 'exp_month',
    })
  }
  const year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year
  if (Date.UTC(year, card.exp_month) / 1000 <= world.now()) {
    throw cardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    })
  }
  if (
    card.cvc !== undefined &&
    !new RegExp(known.brand === 'amex' ? '^\\d{4}$' : '^\\d{3}$').test(card.cvc)
  ) {
    throw cardError({
      code: 'invalid_cvc',
      message: "Your card's security code is invalid.",
      param: 'cvc',
    })
  }
  return known
}

function cardOnWire(card: TestCard, expiry: { month: number; year: number }): Stripe.PaymentMethod.Card {
  return {
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
    country: card.country,
    display_brand: card.brand === 'amex' ? 'american_express' : card.brand,
    exp_month: expiry.month,
    exp_year: expiry.year < 100 ? 2000 + expiry.year : expiry.year,
    fingerprint: `sandbox${card.number.slice(-9)}`,
    funding: card.name === 'visa_debit' ? 'debit' : 'credit',
    generated_from: null,
    last4: card.number.slice(-4),
    networks: { available: [card.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  }
}

function addressOnWire(given: z.infer<typeof address> | '' | undefined): Stripe.Address {
  const { city, country, line1, line2, postal_code, state } = given || {}
  return {
    city: city ?? null,
    country: country ?? null,
    line1: line1 ?? null,
    line2: line2 ?? null,
    postal_code: postal_code ?? null,
    state: state ?? null,
  }
}

function storeMethod(
  world: World,
  input: { data: PaymentMethodData; card?: Stripe.PaymentMethod.Card },
): Stripe.PaymentMethod {
  const { data, card } = input
  const billing = data.billing_details
  return world.store.put('payment_method', {
    id: world.newId('pm'),
    object: 'payment_method',
    allow_redisplay: data.allow_redisplay ?? 'unspecified',
    billing_details: {
      address: addressOnWire(billing?.address),
      email: billing?.email ?? null,
      name: billing?.name ?? null,
      phone: billing?.phone ?? null,
      tax_id: billing?.tax_id ?? null,
    },
    ...(card ? { card } : {}),
    ...(data.type === 'klarna' ? { klarna: { dob: null } } : {}),
    ...(data.type === 'revolut_pay' ? { revolut_pay: {} } : {}),
    created: world.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, data.metadata),
    type: data.type,
  })
}

/** Makes a payment method from what a form sent; a card must be one of the test cards. */
export function createPaymentMethod(world: World, data: PaymentMethodData): Stripe.PaymentMethod {
  if (data.type !== 'card') return storeMethod(world, { data })
  if (data.card === undefined) {
    throw new SandboxApiError(400, {
      type: 'invalid_request_error',
      code: 'parameter_missing',
      message: 'Missing required param: card.',
      param: 'card',
    })
  }
  const known = checkCard(world, data.card)
  const expiry = { month: data.card.exp_month, year: data.card.exp_year }
  const method = storeMethod(world, { data, card: cardOnWire(known, expiry) })
  world.store.put('card_behind', { id: method.id, name: known.name })
  return method
}

/** A stored payment method, or a fresh one for the documented test ids such as `pm_card_visa`. */
export function findPaymentMethod(world: World, id: string): Stripe.PaymentMethod {
  const stored = world.store.get('payment_method', id)
  if (stored) return stored
  const known = cardByName(id)
  if (known === undefined) throw resourceMissing({ what: 'PaymentMethod', id, param: 'payment_method' })
  const expiry = { month: 12, year: new Date(world.now() * 1000).getUTCFullYear() + 3 }
  const method = storeMethod(world, { data: { type: 'card' }, card: cardOnWire(known, expiry) })
  world.store.put('card_behind', { id: method.id, name: known.name })
  return method
}

export function testCardBehind(
  world: Pick<World, 'store'>,
  method: Stripe.PaymentMethod,
): TestCard | undefined {
  const behind = world.store.get('card_behind', method.id)
  return behind && cardByName(`pm_card_${behind.name}`)
}
