import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal } from '#tests/server/rest/refusal.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { recordReliability } from '#tests/support/reliability.ts'

const URL = '/api/stripe/webhook'
const SECRET = 'whsec_of_the_tests'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.shop.deps.db.stripeEvent.deleteMany()
  shop.shop.deps.queue.take('orders.processEvent')
})

let count = 0
function makeEvent(overrides: Record<string, unknown> = {}) {
  count++
  return {
    id: `evt_${count}`,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1_790_000_000,
    livemode: false,
    data: { object: { id: 'pi_1', object: 'payment_intent' } },
    ...overrides,
  }
}

/** As Stripe signs, `age` seconds ago by the shop's clock. */
function sign(body: string, { age = 0, secret = SECRET, scheme = 'v1' } = {}): string {
  const timestamp = Math.floor(shop.shop.deps.clock.now().getTime() / 1000) - age
  return shop.shop.stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp, scheme })
}

function deliver(body: string, signature: string | null, type = 'application/json; charset=utf-8') {
  const headers = { 'content-type': type, ...(signature === null ? {} : { 'stripe-signature': signature }) }
  return shop.send({ method: 'POST', url: URL, body, headers })
}

const rows = () => shop.shop.deps.db.stripeEvent.count()

describe('an event that Stripe signed', () => {
  it('is written to the inbox and given to a worker', async () => {
    const event = makeEvent()
    const body = JSON.stringify(event, null, 2)
    const answer = await deliver(body, sign(body))
    expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
    expect(await shop.shop.deps.db.stripeEvent.findMany()).toMatchObject([
      { id: event.id, type: event.type, objectId: 'pi_1', intentId: 'pi_1', processedAt: null },
    ])
    const job = { eventId: event.id, intentId: 'pi_1' }
    await expect.poll(() => shop.shop.deps.queue.take('orders.processEvent')).toEqual([job])
  })

  it('is one row, delivered twenty times at the same moment', async () => {
    const body = JSON.stringify(makeEvent())
    const signature = sign(body)
    const answers = await Promise.all(Array.from({ length: 20 }, () => deliver(body, signature)))
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200))
    expect(await rows()).toBe(1)
  })

  it('names the payment of a charge, refund or dispute', async () => {
    const object = { id: 're_1', object: 'refund', payment_intent: 'pi_7' }
    const body = JSON.stringify(makeEvent({ type: 'refund.updated', data: { object } }))
    await deliver(body, sign(body))
    expect(await shop.shop.deps.db.stripeEvent.findMany()).toMatchObject([
      { objectId: 're_1', intentId: 'pi_7' },
    ])
  })

  it('is acknowledged and left alone when it is of no use to the shop', async () => {
    const body = JSON.stringify(makeEvent({ type: 'customer.created' }))
    expect((await deliver(body, sign(body))).statusCode).toBe(200)
    expect(await rows()).toBe(0)
  })

  it('may be five minutes old', async () => {
    const body = JSON.stringify(makeEvent())
    expect((await deliver(body, sign(body, { age: 300 }))).statusCode).toBe(200)
  })

  it('counts as bytes: the name of their type does not matter', async () => {
    const body = JSON.stringify(makeEvent())
    expect((await deliver(body, sign(body), 'text/plain')).statusCode).toBe(200)
  })

  it('is acknowledged and stored while the queue is unavailable', async () => {
    const body = JSON.stringify(makeEvent())
    shop.shop.deps.queue.setUnavailable(true)
    const answer = await deliver(body, sign(body))
    shop.shop.deps.queue.setUnavailable(false)
    expect(answer.statusCode).toBe(200)
    expect(await rows()).toBe(1)
  })
})

describe('what Stripe did not sign, or not so', () => {
  const event = makeEvent()
  const body = JSON.stringify(event)
  const untimed = JSON.stringify(makeEvent({ created: undefined }))
  const emptied = JSON.stringify(makeEvent({ data: {} }))
  const nested = emptied.replace('{}', `{"object":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
  const reordered = JSON.stringify(Object.fromEntries(Object.entries(event).toReversed()))
  const forgeries: [string, string, () => string | null][] = [
    ['no signature', body, () => null],
    ['an empty signature', body, () => ''],
    ['a made-up signature', body, () => 't=1,v1=00'],
    ['the signature of another secret', body, () => sign(body, { secret: 'whsec_of_somebody_else' })],
    ['a signature of an older scheme', body, () => sign(body, { scheme: 'v0' })],
    ['a signature 301 seconds old', body, () => sign(body, { age: 301 })],
    [
      'a signature whose time was moved',
      body,
      () => sign(body, { age: 400 }).replace(/t=\d+/, 't=1790000000'),
    ],
    ['a changed body', body.replace('pi_1', 'pi_2'), () => sign(body)],
    ['the same JSON, written again with spaces', JSON.stringify(event, null, 2), () => sign(body)],
    ['the same JSON in another order', reordered, () => sign(body)],
    ['a byte more', `${body}\n`, () => sign(body)],
    ['nothing', '', () => sign('')],
    ['no JSON', 'not json', () => sign('not json')],
    ['JSON that is no event', '[]', () => sign('[]')],
    [
      'an event without an object',
      '{"id":"evt_x","type":"refund.updated"}',
      () => sign('{"id":"evt_x","type":"refund.updated"}'),
    ],
    ['null', 'null', () => sign('null')],
    ['an event without a time', untimed, () => sign(untimed)],
    ['an event with an empty data', emptied, () => sign(emptied)],
    ['an event about 20,000 nested lists', nested, () => sign(nested)],
  ]

  it.each(forgeries)('%s: refused, and no row', async (what, sent, signature) => {
    const answer = await deliver(sent, signature())
    expectRefusal(answer, what)
    expect(answer.statusCode).toBe(400)
    expect(await rows()).toBe(0)
    expect(shop.shop.deps.queue.take('orders.processEvent')).toEqual([])
    recordReliability('webhook forged', 1, 'forgeries refused')
  })

  it('the secret of another endpoint shows in the log, without the body', async () => {
    shop.shop.deps.logged.length = 0
    await deliver(body, sign(body, { secret: 'whsec_of_somebody_else' }))
    const lines = shop.shop.deps.logged.filter((line) => line.includes('a webhook was refused'))
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      err: { message: expect.stringContaining('signature') },
    })
    expect(lines[0]).not.toContain(event.id)
  })

  it('a signed body without an event shows in the log as such, without what stood in it', async () => {
    shop.shop.deps.logged.length = 0
    await deliver(untimed, sign(untimed))
    const lines = shop.shop.deps.logged.filter((line) => line.includes('a signed webhook is no event'))
    expect(lines.map((line) => JSON.parse(line).issues)).toEqual([['created: invalid_type']])
  })

  it('a body of megabytes: refused before anything is computed', async () => {
    const huge = 'x'.repeat(300_000)
    const answer = await deliver(huge, sign(huge))
    expect(answer.statusCode).toBe(413)
    expectRefusal(answer, 'a huge body')
  })
})
