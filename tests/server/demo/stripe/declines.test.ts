import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { failure, ORDER, pay, testSandbox } from './test-sandbox.ts'

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

describe('a declined card', () => {
  it.each(DECLINES)('%s ends with %s', async (method, code, declineCode, message) => {
    const { stripe } = await testSandbox()
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
    const events = await stripe.events.list()
    expect(events.data.map(({ type }) => type)).toEqual([
      'payment_intent.payment_failed',
      'charge.failed',
      'payment_intent.created',
    ])
  })

  it('is followed by another card on the same intent', async () => {
    const { stripe } = await testSandbox()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await failure(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }))
    const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    const charges = await stripe.charges.list({ payment_intent: id })
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
  })

  it('does not exist for a method the intent does not allow', async () => {
    const { stripe } = await testSandbox()
    const intent = await stripe.paymentIntents.create({ ...ORDER, allowed_payment_method_types: ['klarna'] })
    const error = await failure(stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }))
    expect(error).toMatchObject({ statusCode: 400, param: 'payment_method' })
    expect(error.message).toContain('is not allowed for this PaymentIntent')
  })
})

describe('3-D Secure', () => {
  it.each(['pm_card_authenticationRequired', 'pm_card_threeDSecure2Required'])(
    'waits with %s',
    async (method) => {
      const { sandbox, stripe } = await testSandbox()
      const { id } = await stripe.paymentIntents.create(ORDER)
      const waiting = await stripe.paymentIntents.confirm(id, { payment_method: method })
      expect(waiting).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
      expect(waiting.latest_charge).toBeNull()
      sandbox.controls.authenticate(id, true)
      const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
      expect(paid).toMatchObject({
        status: 'succeeded',
        next_action: null,
        latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
      })
    },
  )

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

  it('that is abandoned can still be cancelled', async () => {
    const { stripe } = await testSandbox()
    const { id } = await stripe.paymentIntents.create(ORDER)
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' })
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled')
  })

  it('sends the buyer away when the browser’s half is not there', async () => {
    const { stripe } = await testSandbox()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const waiting = await stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
      return_url: 'https://shop.example/checkout-success',
    })
    expect(waiting.next_action?.redirect_to_url?.url).toContain(`https://shop.example/dev/stripe/away/${id}`)
  })
})

describe('idempotency keys', () => {
  it('answer the same call with the same answer', async () => {
    const { stripe } = await testSandbox()
    const options = { idempotencyKey: 'order-1' }
    const first = await stripe.paymentIntents.create(ORDER, options)
    const second = await stripe.paymentIntents.create(ORDER, options)
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1)
  })

  it('refuse other parameters and other calls', async () => {
    const { stripe } = await testSandbox()
    const options = { idempotencyKey: 'order-1' }
    await stripe.paymentIntents.create(ORDER, options)
    const other = await failure(stripe.paymentIntents.create({ ...ORDER, amount: 4000 }, options))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other.message).toContain('can only be used with the same parameters they were first used with')
    const elsewhere = await failure(stripe.customers.create({ name: 'Sam' }, options))
    expect(elsewhere.message).toContain('can only be used for the same endpoint')
  })

  it('charge a declined card once', async () => {
    const { stripe } = await testSandbox()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const options = { idempotencyKey: 'pay-1' }
    const params = { payment_method: 'pm_card_chargeDeclined' }
    const first = await failure(stripe.paymentIntents.confirm(id, params, options))
    const second = await failure(stripe.paymentIntents.confirm(id, params, options))
    expect(second.charge).toBe(first.charge)
    expect((await stripe.charges.list()).data).toHaveLength(1)
  })

  it('are forgotten after a day, and never kept for a call that was refused', async () => {
    const { stripe, clock } = await testSandbox()
    const options = { idempotencyKey: 'order-1' }
    await failure(stripe.paymentIntents.create({ ...ORDER, amount: 1 }, options))
    const first = await stripe.paymentIntents.create(ORDER, options)
    clock.advance(24 * 3600)
    const second = await stripe.paymentIntents.create(ORDER, options)
    expect(second.id).not.toBe(first.id)
  })

  it('are named in the event', async () => {
    const { stripe } = await testSandbox()
    const created = await stripe.paymentIntents.create(ORDER, { idempotencyKey: 'order-1' })
    const [event] = (await stripe.events.list()).data
    expect(event?.request).toEqual({ id: created.lastResponse.requestId, idempotency_key: 'order-1' })
  })
})

it('pays with the SDK’s own retries switched on', async () => {
  const { sandbox } = await testSandbox()
  const { host, port, protocol } = sandbox
  const stripe = new Stripe(sandbox.secretKey, { host, port, protocol, maxNetworkRetries: 2 })
  sandbox.controls.switch({ fault: 'api_error', faultsLeft: 1 })
  expect((await pay(stripe)).intent.status).toBe('succeeded')
})
