import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  booking,
  chargeOf,
  describeSandbox,
  failure,
  newCustomer,
  newKey,
  ORDER,
  pay,
  START,
  testApi,
  testSandbox,
  transactionOf,
} from './test-sandbox.ts'

describe('payment intents', () => {
  it('keeps what it was created with', async () => {
    const { stripe } = await testApi()
    const created = await stripe.paymentIntents.create(ORDER)
    const intent = await stripe.paymentIntents.retrieve(created.id)
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 10_800,
      amount_received: 0,
      currency: 'gbp',
      status: 'requires_payment_method',
      allowed_payment_method_types: ['card', 'klarna', 'revolut_pay'],
      payment_method_types: ['card', 'klarna', 'revolut_pay'],
      automatic_payment_methods: null,
      metadata: { orderId: 'order-1' },
      livemode: false,
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_[0-9A-Za-z]+$`))
  })

  it('chooses the payment methods itself when none are named', async () => {
    const { stripe } = await testApi()
    const intent = await stripe.paymentIntents.create({ amount: 4000, currency: 'GBP' })
    expect(intent.automatic_payment_methods).toEqual({ allow_redirects: 'always', enabled: true })
    const card = await stripe.paymentIntents.create({
      amount: 4000,
      currency: 'gbp',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    })
    expect(card.payment_method_types).toContain('card')
    expect(card.payment_method_types).not.toContain('klarna')
  })

  it('is paid by a confirmation and then shows charge, fee and net', async () => {
    const { stripe } = await testApi()
    const created = await stripe.paymentIntents.create(ORDER)
    const intent = await stripe.paymentIntents.confirm(created.id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge', 'payment_method'],
    })
    const charge = chargeOf(intent)
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 10_800, last_payment_error: null })
    expect(intent.payment_method).toMatchObject({ object: 'payment_method', card: { last4: '4242' } })
    expect(charge).toMatchObject({
      paid: true,
      captured: true,
      payment_intent: intent.id,
      metadata: { orderId: 'order-1' },
      payment_method_details: { type: 'card', card: { last4: '4242' } },
    })
    const booked = await booking(stripe, charge.id)
    expect(booked).toMatchObject({ amount: 10_800, net: 10_800 - booked.fee, type: 'charge' })
    expect(booked.fee).toBeGreaterThan(0)
  })

  it('merges metadata, unsets by an empty value and clears', async () => {
    const { stripe } = await testApi()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const merged = await stripe.paymentIntents.update(id, { metadata: { code: 'HEDGE10' }, amount: 9000 })
    expect(merged).toMatchObject({ metadata: { orderId: 'order-1', code: 'HEDGE10' }, amount: 9000 })
    const unset = await stripe.paymentIntents.update(id, { metadata: { orderId: '' } })
    expect(unset.metadata).toEqual({ code: 'HEDGE10' })
    expect((await stripe.paymentIntents.update(id, { metadata: '' })).metadata).toEqual({})
  })

  it('cancels what is open and nothing else', async () => {
    const { stripe } = await testApi()
    const open = await stripe.paymentIntents.create(ORDER)
    const canceled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({
      status: 'canceled',
      canceled_at: expect.any(Number),
      cancellation_reason: 'abandoned',
    })
    const { intent } = await pay(stripe)
    const refused = await failure(stripe.paymentIntents.cancel(intent.id))
    expect(refused).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    for (const id of [open.id, intent.id]) {
      const again = await failure(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }))
      expect(again.code).toBe('payment_intent_unexpected_state')
    }
  })

  it('lists newest first, page by page', async () => {
    const { stripe } = await testApi()
    const customer = await newCustomer(stripe)
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await stripe.paymentIntents.create({ ...ORDER, customer, amount: 1000 + index })).id)
    }
    const first = await stripe.paymentIntents.list({ customer, limit: 2 })
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    expect(first.has_more).toBe(true)
    const all: string[] = []
    for await (const intent of stripe.paymentIntents.list({ customer, limit: 2 })) all.push(intent.id)
    expect(all).toEqual(ids)
    const before = await stripe.paymentIntents.list({ customer, limit: 2, ending_before: ids[3] ?? '' })
    expect(before.data.map(({ id }) => id)).toEqual(ids.slice(1, 3))
  })

  it('expands inside lists', async () => {
    const { stripe } = await testApi()
    const customer = await newCustomer(stripe)
    const paying = { payment_method: 'pm_card_visa', confirm: true }
    const { id } = await stripe.paymentIntents.create({ ...ORDER, customer, ...paying })
    const list = await stripe.paymentIntents.list({ customer, expand: ['data.latest_charge'] })
    const [intent] = list.data
    expect(intent && chargeOf(intent)).toMatchObject({ object: 'charge', payment_intent: id })
    const wrong = await failure(stripe.paymentIntents.list({ expand: ['data.amount'] }))
    expect(wrong).toMatchObject({
      statusCode: 400,
      message: 'This property cannot be expanded (data.amount).',
      param: 'expand',
    })
  })
})

describe('refusals', () => {
  it.each<[string, Stripe.PaymentIntentCreateParams, object]>([
    ['too little', { ...ORDER, amount: 29 }, { code: 'amount_too_small', param: 'amount' }],
    ['too much', { ...ORDER, amount: 100_000_000 }, { code: 'amount_too_large', param: 'amount' }],
    ['half a penny', { ...ORDER, amount: 99.5 }, { code: 'parameter_invalid_integer', param: 'amount' }],
    [
      'a stranger’s method',
      { ...ORDER, allowed_payment_method_types: ['cheque'] },
      { param: 'allowed_payment_method_types' },
    ],
    ['no such customer', { ...ORDER, customer: 'cus_none' }, { code: 'resource_missing', param: 'customer' }],
  ])('refuses %s', async (_name, params, expected) => {
    const { stripe } = await testApi()
    const customer = await newCustomer(stripe)
    const error = await failure(stripe.paymentIntents.create({ customer, ...params }))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject(expected)
    expect((await stripe.paymentIntents.list({ customer })).data).toEqual([])
  })

  it('names the missing and the unknown parameter', async () => {
    const { stripe } = await testApi()
    const missing = await failure(stripe.rawRequest('POST', '/v1/payment_intents', { currency: 'gbp' }))
    expect(missing).toMatchObject({
      code: 'parameter_missing',
      param: 'amount',
      message: 'Missing required param: amount.',
    })
    const unknown = await failure(
      stripe.rawRequest('POST', '/v1/payment_intents', {
        amount: 4000,
        currency: 'gbp',
        payment_method_types: ['card'],
      }),
    )
    expect(unknown).toMatchObject({ code: 'parameter_unknown', param: 'payment_method_types' })
  })

  it('knows no other object, path or key', async () => {
    const { stripe, stranger } = await testApi()
    const missing = await failure(stripe.paymentIntents.retrieve('pi_none'))
    expect(missing).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_none'",
      param: 'intent',
    })
    expect(missing.requestId).toMatch(/^req_/)
    const path = await failure(stripe.rawRequest('GET', '/v1/biplanes'))
    expect(path.statusCode).toBe(404)
    expect(path.message).toContain('Unrecognized request URL (GET: /v1/biplanes)')
    const denied = await failure(stranger.paymentIntents.list())
    expect(denied).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  })

  it('takes no card number from a server', async () => {
    const { stripe } = await testApi()
    const error = await failure(
      stripe.paymentMethods.create({
        type: 'card',
        card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' },
      }),
    )
    expect(error.message).toContain(
      'Sending credit card numbers directly to the Stripe API is generally unsafe',
    )
  })
})

describeSandbox('its fees', () => {
  it.each([
    // 1.5 % of £108 is £1.62, and 20p.
    ['pm_card_visa', 10_800, 182],
    ['pm_card_visa', 4000, 80],
    ['pm_card_fr', 4000, 120],
    ['pm_card_au', 4000, 150],
    ['pm_card_amex', 4000, 150],
  ])('charges %s of %i pence a fee of %i', async (method, amount, fee) => {
    const { stripe } = await testSandbox()
    const { charge } = await pay(stripe, method, amount)
    expect(transactionOf(charge)).toMatchObject({ amount, fee, net: amount - fee })
  })

  it('reports a late fee on request', async () => {
    const { sandbox, stripe } = await testSandbox()
    sandbox.controls.switch({ lateFees: true })
    const { charge } = await pay(stripe)
    expect(charge.balance_transaction).toBeNull()
    sandbox.controls.tellFee(charge.id)
    const told = await stripe.charges.retrieve(charge.id, { expand: ['balance_transaction'] })
    expect(transactionOf(told).fee).toBe(182)
    const events = await stripe.events.list({ type: 'charge.updated' })
    expect(events.data).toHaveLength(1)
  })

  it('is reported inside lists', async () => {
    const { stripe } = await testSandbox()
    await pay(stripe)
    const list = await stripe.paymentIntents.list({ expand: ['data.latest_charge.balance_transaction'] })
    const [intent] = list.data
    expect(intent && transactionOf(chargeOf(intent)).net).toBe(10_618)
  })
})

describeSandbox('its clock', () => {
  it('dates what is made and cancelled, and lists by it', async () => {
    const { stripe, clock } = await testSandbox()
    const start = START.getTime() / 1000
    const first = await stripe.paymentIntents.create(ORDER)
    clock.advance(60)
    const second = await stripe.paymentIntents.create(ORDER)
    expect([first.created, second.created]).toEqual([start, start + 60])
    expect((await stripe.paymentIntents.cancel(first.id)).canceled_at).toBe(start + 60)
    const late = await stripe.paymentIntents.list({ created: { gte: start + 60 } })
    expect(late.data.map(({ id }) => id)).toEqual([second.id])
  })
})

describeSandbox('its faults', () => {
  it.each([
    ['api_error', 500, Stripe.errors.StripeAPIError],
    ['rate_limit', 429, Stripe.errors.StripeRateLimitError],
    ['key_in_use', 409, Stripe.errors.StripeAPIError],
    ['hang_up', undefined, Stripe.errors.StripeConnectionError],
  ] as const)('is unavailable: %s', async (fault, status, kind) => {
    const { sandbox, stripe } = await testSandbox()
    // The SDK repeats a call once by itself when the line is closed.
    sandbox.controls.switch({ fault, faultsLeft: fault === 'hang_up' ? 2 : 1 })
    const error = await failure(stripe.paymentIntents.create(ORDER))
    expect(error).toBeInstanceOf(kind)
    expect(error.statusCode).toBe(status)
    expect((await stripe.paymentIntents.create(ORDER)).status).toBe('requires_payment_method')
  })

  it('are overcome by the SDK’s own retries', async () => {
    const { sandbox, retrying } = await testSandbox()
    sandbox.controls.switch({ fault: 'key_in_use', faultsLeft: 1 })
    expect((await pay(retrying)).intent.status).toBe('succeeded')
  })

  it('are repeated to the same idempotency key where the error was Stripe’s own', async () => {
    const { sandbox, stripe } = await testSandbox()
    sandbox.controls.switch({ fault: 'api_error', faultsLeft: 1 })
    const options = { idempotencyKey: newKey() }
    await failure(stripe.paymentIntents.create(ORDER, options))
    expect((await failure(stripe.paymentIntents.create(ORDER, options))).statusCode).toBe(500)
    const other = await stripe.paymentIntents.create(ORDER, { idempotencyKey: newKey() })
    expect(other.status).toBe('requires_payment_method')
  })

  it('lose an answer after executing the request, and the same key returns it', async () => {
    const { sandbox, stripe } = await testSandbox()
    sandbox.controls.switch({ fault: 'lose_answer', faultsLeft: 1 })
    const idempotencyKey = newKey()
    const call = fetch(`http://${sandbox.host}:${sandbox.port}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.secretKey}`, 'idempotency-key': idempotencyKey },
      body: new URLSearchParams({ amount: String(ORDER.amount), currency: ORDER.currency }),
    })
    await expect(call).rejects.toThrow()
    const wanted = { amount: ORDER.amount, currency: ORDER.currency }
    const again = await stripe.paymentIntents.create(wanted, { idempotencyKey })
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await stripe.paymentIntents.list({ limit: 10 })).data.map(({ id }) => id)).toEqual([again.id])
  })
})
