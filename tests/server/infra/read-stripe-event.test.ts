import { describe, expect, it } from 'vitest'
import { readStripeEvent } from '#server/infra/read-stripe-event.ts'

const intent = { id: 'pi_1', object: 'payment_intent', amount: 6_000 }
const refund = { id: 're_1', object: 'refund', payment_intent: 'pi_7' }

function makeEvent(overrides: Record<string, unknown> = {}) {
  return {
    id: 'evt_1',
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1_790_000_000,
    livemode: false,
    data: { object: intent },
    ...overrides,
  }
}

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

describe('an event of Stripe', () => {
  it('of a payment intent names the intent', () => {
    expect(readStripeEvent(makeEvent())).toEqual({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      objectId: 'pi_1',
      intentId: 'pi_1',
      livemode: false,
      createdAt: new Date(1_790_000_000_000),
    })
  })

  it('of a refund names its intent, and whether the money is real', () => {
    const event = makeEvent({ type: 'charge.refund.updated', livemode: true, data: { object: refund } })
    expect(readStripeEvent(event)).toMatchObject({ objectId: 're_1', intentId: 'pi_7', livemode: true })
  })

  it('of a charge without an intent names none', () => {
    const charge = { id: 'ch_1', object: 'charge', payment_intent: null }
    expect(readStripeEvent(makeEvent({ type: 'charge.updated', data: { object: charge } }))).toMatchObject({
      objectId: 'ch_1',
      intentId: null,
    })
  })

  it('of another kind may be about an object without an id', () => {
    const event = makeEvent({ type: 'balance.available', data: { object: { object: 'balance' } } })
    expect(readStripeEvent(event)).toMatchObject({ type: 'balance.available', intentId: null })
  })
})

describe('a body that lacks what an event has', () => {
  const left = (field: string) =>
    Object.fromEntries(Object.entries(makeEvent()).filter(([name]) => name !== field))
  const about = (type: string, object: unknown) => makeEvent({ type, data: { object } })
  const hollow: [string, unknown][] = [
    ...['id', 'object', 'type', 'created', 'livemode', 'data'].map((field): [string, unknown] => [
      `no ${field}`,
      left(field),
    ]),
    ['an empty id', makeEvent({ id: '' })],
    ['an id of 256 characters', makeEvent({ id: 'e'.repeat(256) })],
    ['an id that cannot be stored', makeEvent({ id: 'evt_\u0000' })],
    ['an empty type', makeEvent({ type: '' })],
    ['a time in words', makeEvent({ created: '2026-11-22' })],
    ['a time that is no time', makeEvent({ created: 1e300 })],
    ['a time before 1970', makeEvent({ created: -1 })],
    ['livemode in words', makeEvent({ livemode: 'false' })],
    ['empty data', makeEvent({ data: {} })],
    ['data that is null', makeEvent({ data: null })],
    ['data that is a list', makeEvent({ data: [] })],
    ['an object that is null', makeEvent({ data: { object: null } })],
    ['an object that is a text', makeEvent({ data: { object: 'pi_1' } })],
    ['an object that is 20,000 nested lists', makeEvent({ data: { object: nested(20_000) } })],
    ['an empty object', about('payment_intent.succeeded', {})],
    ['an intent without an id', about('payment_intent.succeeded', { object: 'payment_intent' })],
    ['an intent whose id is a number', about('payment_intent.succeeded', { ...intent, id: 7 })],
    ['a refund where an intent belongs', about('payment_intent.succeeded', refund)],
    ['an intent where a refund belongs', about('refund.updated', { ...intent, payment_intent: 'pi_1' })],
    ['a refund without an id', about('refund.updated', { ...refund, id: undefined })],
    [
      'a refund that does not name its intent',
      about('refund.updated', { ...refund, payment_intent: undefined }),
    ],
    [
      'a dispute whose intent is empty',
      about('charge.dispute.created', { ...refund, object: 'dispute', payment_intent: '' }),
    ],
    ['no event at all', null],
    ['a list', []],
  ]

  it.each(hollow)('%s: refused', (_what, body) => {
    expect(() => readStripeEvent(body)).toThrow(expect.objectContaining({ name: 'ZodError' }))
  })
})
