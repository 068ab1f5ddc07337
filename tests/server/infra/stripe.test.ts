import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOutage } from '#server/errors.ts'
import { createPayments } from '#server/infra/stripe.ts'
import { pence } from '#shared/money/money.ts'
import { startGate } from '#tests/support/gate.ts'
import { createTestShop, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

let count = 0
const newIntent = (amountPence = 6_000) => {
  count++
  const orderId = `order-${count}`
  return shop.deps.payments.createIntent({ orderId, amountPence: pence(amountPence), keyNumber: 1 })
}

describe('a payment intent', () => {
  it('is made in pounds sterling for its order, by the methods the terms name', async () => {
    const intent = await newIntent()
    expect(intent).toMatchObject({
      status: 'open',
      needsAction: false,
      isDeclined: false,
      amountPence: 6_000,
      receivedPence: 0,
      currency: 'gbp',
      orderId: `order-${count}`,
      charge: null,
    })
    expect(intent.clientSecret).toContain(intent.intentId)
    const raw = await shop.stripe.paymentIntents.retrieve(intent.intentId)
    expect(raw.payment_method_types).toEqual(['card', 'klarna', 'revolut_pay'])
  })

  it('is one for one order, requested by ten callers at the same time', async () => {
    const ask = () =>
      shop.deps.payments.createIntent({ orderId: 'the-same', amountPence: pence(6_000), keyNumber: 1 })
    const intents = await Promise.all(Array.from({ length: 10 }, ask))
    expect(new Set(intents.map(({ intentId }) => intentId)).size).toBe(1)
  })

  it('that does not exist is not found', async () => {
    expect(await shop.deps.payments.findPayment('pi_nobody_made')).toBeNull()
  })
})

describe('what became of a payment', () => {
  it('that was paid: charge, method and fee, in one answer', async () => {
    const { intentId } = await newIntent(34_000)
    await shop.pay(intentId)
    expect(await shop.deps.payments.findPayment(intentId)).toMatchObject({
      status: 'paid',
      receivedPence: 34_000,
      charge: {
        chargeId: expect.stringMatching(/^ch_/),
        method: 'card',
        feePence: 530,
        refunds: [],
        disputes: [],
      },
    })
  })

  it('that was declined: still open, and said so', async () => {
    const { intentId } = await newIntent()
    await shop.pay(intentId, 'pm_card_chargeDeclined').catch(() => undefined)
    expect(await shop.deps.payments.findPayment(intentId)).toMatchObject({
      status: 'open',
      isDeclined: true,
      charge: null,
    })
  })

  it('that was cancelled', async () => {
    const { intentId } = await newIntent()
    expect((await shop.deps.payments.cancelIntent(intentId))?.status).toBe('cancelled')
    expect((await shop.deps.payments.cancelIntent(intentId))?.status).toBe('cancelled')
  })

  it('that cannot be cancelled any more: the truth instead', async () => {
    const { intentId } = await newIntent()
    await shop.pay(intentId)
    expect((await shop.deps.payments.cancelIntent(intentId))?.status).toBe('paid')
  })
})

describe('a refund', () => {
  it('requested twice with the same request is one', async () => {
    const { intentId } = await newIntent()
    await shop.pay(intentId)
    const ask = () =>
      shop.deps.payments.refund({ intentId, amountPence: pence(1_000), requestId: 'request-1', keyNumber: 1 })
    const [first, second] = [await ask(), await ask()]
    expect(second).toEqual(first)
    expect((await shop.deps.payments.findPayment(intentId))?.charge?.refunds).toMatchObject([
      { amountPence: 1_000, requestId: 'request-1', status: 'succeeded' },
    ])
  })

  it('of more than was paid is refused as an answer, not an error', async () => {
    const { intentId } = await newIntent()
    await shop.pay(intentId)
    const answer = await shop.deps.payments.refund({
      intentId,
      amountPence: pence(6_001),
      requestId: 'request-2',
      keyNumber: 1,
    })
    expect(answer).toMatchObject({ kind: 'refused', code: expect.stringMatching(/greater than unrefunded/) })
  })
})

describe('what happened since', () => {
  const eventsSince = async (since: Date) => {
    const until = shop.deps.clock.now()
    return (await shop.deps.payments.listEvents({ since, until, after: null }))?.events ?? []
  }

  it('is listed whether or not a webhook came', async () => {
    const since = shop.deps.clock.now()
    const { intentId } = await newIntent()
    await shop.pay(intentId)
    const types = (await eventsSince(since))
      .filter((event) => event.intentId === intentId)
      .map(({ type }) => type)
    expect(types).toContain('payment_intent.succeeded')
  })

  it('leaves out what is no payment of the shop', async () => {
    const since = shop.deps.clock.now()
    const { intentId } = await newIntent()
    await shop.pay(intentId)
    const created = { gte: Math.floor(since.getTime() / 1000) }
    const all = await shop.stripe.events.list({ created, limit: 100 })
    expect(all.data.map(({ type }) => type)).toContain('charge.succeeded')
    const told = (await eventsSince(since)).map(({ type }) => type)
    expect(told).not.toContain('charge.succeeded')
  })
})

describe('an unavailable Stripe', () => {
  it('is an error that says so, at every call', async () => {
    const gate = await startGate(`http://${shop.sandbox.host}:${shop.sandbox.port}`)
    const port = Number(new URL(gate.url).port)
    const { secretKey } = shop.sandbox
    const apiBase = { host: '127.0.0.1', port, protocol: 'http' } as const
    const payments = createPayments({ secretKey, webhookSecret: 'whsec_x', apiBase }, shop.deps.clock)
    await payments.ping()
    await gate.close()
    for (const call of [
      payments.ping(),
      payments.createIntent({ orderId: 'away', amountPence: pence(6_000), keyNumber: 1 }),
      payments.findPayment('pi_1'),
      payments.cancelIntent('pi_1'),
    ]) {
      expect(isOutage(await call.catch((error: unknown) => error))).toBe(true)
    }
    const request = { intentId: 'pi_1', amountPence: pence(1), requestId: 'away', keyNumber: 1 }
    expect(await payments.refund(request)).toMatchObject({ kind: 'unanswered' })
    await gate.end()
  })

  it('is not what a wrong key looks like', async () => {
    const { host, port } = shop.sandbox
    const apiBase = { host, port, protocol: 'http' } as const
    const payments = createPayments(
      { secretKey: 'sk_test_wrong', webhookSecret: 'whsec_x', apiBase },
      shop.deps.clock,
    )
    expect(isOutage(await payments.ping().catch((error: unknown) => error))).toBe(false)
  })
})
