import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  describeSandbox,
  eventsOf,
  expectEvents,
  failure,
  newCustomer,
  newKey,
  ORDER,
  testApi,
  testSandbox,
} from './test-sandbox.ts'

describe('idempotency keys', () => {
  it('answer the same call with the same answer', async () => {
    const { stripe } = await testApi()
    const customer = await newCustomer(stripe)
    const options = { idempotencyKey: newKey() }
    const first = await stripe.paymentIntents.create({ ...ORDER, customer }, options)
    const second = await stripe.paymentIntents.create({ ...ORDER, customer }, options)
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await stripe.paymentIntents.list({ customer })).data).toHaveLength(1)
  })

  it('refuse other parameters and other calls', async () => {
    const { stripe } = await testApi()
    const options = { idempotencyKey: newKey() }
    await stripe.paymentIntents.create(ORDER, options)
    const other = await failure(stripe.paymentIntents.create({ ...ORDER, amount: 4000 }, options))
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(other.message).toContain('can only be used with the same parameters they were first used with')
    const elsewhere = await failure(stripe.customers.create({ name: 'Sam' }, options))
    expect(elsewhere.message).toContain('can only be used for the same endpoint')
  })

  it('charge a declined card once', async () => {
    const { stripe } = await testApi()
    const { id } = await stripe.paymentIntents.create(ORDER)
    const options = { idempotencyKey: newKey() }
    const params = { payment_method: 'pm_card_chargeDeclined' }
    const first = await failure(stripe.paymentIntents.confirm(id, params, options))
    const second = await failure(stripe.paymentIntents.confirm(id, params, options))
    expect(second.charge).toBe(first.charge)
    expect((await stripe.charges.list({ payment_intent: id })).data).toHaveLength(1)
  })

  it('are not kept for a call that was refused', async () => {
    const { stripe } = await testApi()
    const options = { idempotencyKey: newKey() }
    await failure(stripe.paymentIntents.create({ ...ORDER, amount: 1 }, options))
    expect((await stripe.paymentIntents.create(ORDER, options)).amount).toBe(ORDER.amount)
  })

  it('are named in the event', async () => {
    const { stripe } = await testApi()
    const idempotencyKey = newKey()
    const created = await stripe.paymentIntents.create(ORDER, { idempotencyKey })
    await expectEvents(stripe, created, ['payment_intent.created'])
    const [event] = await eventsOf(stripe, created)
    expect(event?.request).toEqual({ id: created.lastResponse.requestId, idempotency_key: idempotencyKey })
  })
})

describeSandbox('its clock', () => {
  it('lets idempotency keys be forgotten after a day', async () => {
    const { stripe, clock } = await testSandbox()
    const options = { idempotencyKey: 'order-1' }
    const first = await stripe.paymentIntents.create(ORDER, options)
    clock.advance(24 * 3600 - 1)
    expect((await stripe.paymentIntents.create(ORDER, options)).id).toBe(first.id)
    clock.advance(1)
    expect((await stripe.paymentIntents.create(ORDER, options)).id).not.toBe(first.id)
  })
})

describeSandbox('its silence', () => {
  /** The caller gives up long before. */
  const timeout = 200

  it('answers too late after executing the request, and the same key returns it', async () => {
    const { sandbox, stripe } = await testSandbox()
    sandbox.controls.switch({ fault: 'answer_late', faultsLeft: 2 })
    const idempotencyKey = newKey()
    expect((await stripe.paymentIntents.list({ limit: 10 }, { timeout })).data).toEqual([])
    await failure(stripe.paymentIntents.create(ORDER, { idempotencyKey, timeout }))
    await failure(stripe.paymentIntents.create(ORDER, { idempotencyKey, timeout }))
    const again = await stripe.paymentIntents.create(ORDER, { idempotencyKey })
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  it('never answers, and executes nothing', async () => {
    const { sandbox, stripe } = await testSandbox()
    sandbox.controls.switch({ fault: 'never_answer', faultsLeft: 1 })
    await failure(stripe.paymentIntents.create(ORDER, { timeout }))
    expect((await stripe.paymentIntents.list({ limit: 10 })).data).toEqual([])
  })
})
