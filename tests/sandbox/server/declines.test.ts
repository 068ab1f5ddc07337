import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { describeSandbox, expectEvents, failure, ORDER, testApi, testSandbox } from './test-sandbox.ts'

const DECLINES: [string, string, string | undefined, string][] = [
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  [
    'pm_card_chargeDeclinedInsufficientFunds',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  ['pm_card_chargeDeclinedLostCard', 'card_declined', 'lost_card', 'Your card was declined.'],
  ['pm_card_chargeDeclinedStolenCard', 'card_declined', 'stolen_card', 'Your card was declined.'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined, 'Your card has expired.'],
  [
    'pm_card_chargeDeclinedIncorrectCvc',
    'incorrect_cvc',
    undefined,
    "Your card's security code is incorrect.",
  ],
  [
    'pm_card_chargeDeclinedProcessingError',
    'processing_error',
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
]

const AUTHENTICATED = ['pm_card_authenticationRequired', 'pm_card_threeDSecure2Required']

describe('a declined card', () => {
  it.each(DECLINES)('%s ends with %s', async (method, code, declineCode, message) => {
    const { stripe } = await testApi()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const error = await failure(stripe.paymentIntents.confirm(id, { payment_method: method }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
    expect(error).toMatchObject({ statusCode: 402, code, message })
    // The SDK says an absent code as an empty string.
    expect(error.decline_code || undefined).toBe(declineCode)
    expect(error.payment_intent?.id).toBe(id)

    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { type: 'card_error', code, message, charge: error.charge },
      latest_charge: { id: error.charge, status: 'failed', paid: false, balance_transaction: null },
    })
    await expectEvents(stripe, intent, [
      'payment_intent.payment_failed',
      'charge.failed',
      'payment_intent.created',
    ])
  })

  it('is followed by another card on the same intent', async () => {
    const { stripe } = await testApi()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await failure(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }))
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    const charges = await stripe.charges.list({ payment_intent: id })
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })

  it('does not exist for a method the intent does not allow', async () => {
    const { stripe } = await testApi()
    const intent = await stripe.paymentIntents.create({ ...ORDER, allowed_payment_method_types: ['klarna'] })
    const error = await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }))
    expect(error).toMatchObject({ statusCode: 400, param: 'payment_method' })
    expect(error.message).toContain('is not allowed for this PaymentIntent')
  })
})

describe('3-D Secure', () => {
  it.each(AUTHENTICATED)('waits with %s', async (method) => {
    const { stripe } = await testApi()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const waiting = await stripe.paymentIntents.confirm(id, { payment_method: method })
    expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(waiting.latest_charge).toBeNull()
  })

  it('that is abandoned can still be cancelled', async () => {
    const { stripe } = await testApi()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled')
  })

  it('redirects the buyer without the browser part', async () => {
    const { stripe } = await testApi()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const waiting = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://shop.example/checkout-success',
    })
    expect(waiting.next_action).toMatchObject({
      type: 'redirect_to_url',
      redirect_to_url: { return_url: 'https://shop.example/checkout-success', url: expect.any(String) },
    })
  })
})

describeSandbox('what the buyer does in 3-D Secure', () => {
  it.each(AUTHENTICATED)('pays with %s', async (method) => {
    const { sandbox, stripe } = await testSandbox()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await stripe.paymentIntents.confirm(id, { payment_method: method })
    sandbox.controls.authenticate(id, true)
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      next_action: null,
      latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
    })
  })

  it('that fails leaves nothing charged', async () => {
    const { sandbox, stripe } = await testSandbox()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
    sandbox.controls.authenticate(id, false)
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
      latest_charge: null,
    })
  })

  it('may be done and the card declined all the same', async () => {
    const { sandbox, stripe } = await testSandbox()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_threeDSecureRequiredChargeDeclined' })
    sandbox.controls.authenticate(id, true)
    const intent = await stripe.paymentIntents.retrieve(id)
    expect(intent.last_payment_error).toMatchObject({
      code: 'card_declined',
      decline_code: 'generic_decline',
    })
  })

  it('is done on its page for a redirected buyer', async () => {
    const { stripe } = await testSandbox()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const waiting = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://shop.example/checkout-success',
    })
    expect(waiting.next_action?.redirect_to_url?.url).toContain(`https://shop.example/dev/stripe/away/${id}`)
  })
})
