import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  describeSandbox,
  eventsOf,
  expectEvents,
  failure,
  ORDER,
  pay,
  standingClock,
  startReceiver,
  testApi,
  testSandbox,
} from './test-sandbox.ts'

const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']

async function sandboxFile() {
  const folder = await mkdtemp(join(tmpdir(), 'payment-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'stripe.jsonl')
}

async function listening(file: string | null = null, clock = standingClock()) {
  const receiver = await startReceiver()
  const kit = await testSandbox({ webhookUrl: receiver.url, file, clock })
  return { ...kit, receiver }
}

describe('events', () => {
  it('report a payment, and can be listed by type', async () => {
    const { stripe } = await testApi()
    const { intent } = await pay(stripe)
    await expectEvents(stripe, intent, [...PAID].reverse())
    const events = await eventsOf(stripe, intent)
    const type = 'payment_intent.succeeded'
    const { data } = await stripe.events.list({ type, limit: 100, created: { gte: intent.created } })
    expect(new Set(data.map((event) => event.type))).toEqual(new Set([type]))
    const [paid] = events.filter((event) => event.type === type)
    expect(paid?.data.object).toMatchObject({ id: intent.id, status: 'succeeded', amount_received: 10_800 })
  })
})

describeSandbox('webhooks', () => {
  it('are signed as Stripe signs them', async () => {
    const { sandbox, stripe, receiver, clock } = await listening()
    const { intent } = await pay(stripe)
    await sandbox.controls.deliverDue()
    expect(receiver.types()).toEqual(PAID)
    const [letter] = receiver.letters.slice(-1)
    if (letter === undefined) throw new Error('no webhook came')
    const at = clock.now().getTime()
    const open = (body: string, secret: string) =>
      stripe.webhooks.constructEvent(body, letter.signature, secret, undefined, undefined, at)
    const event = open(letter.body, 'whsec_test')
    expect(event).toMatchObject({
      object: 'event',
      type: 'payment_intent.succeeded',
      api_version: Stripe.API_VERSION,
      pending_webhooks: 1,
      data: { object: { id: intent.id, status: 'succeeded', latest_charge: expect.stringMatching(/^ch_/) } },
    })
    expect(() => open(letter.body.replace('10800', '1'), 'whsec_test')).toThrow('No signatures found')
    expect(() => open(letter.body, 'whsec_other')).toThrow('No signatures found')
  })

  it('of several payments are sent at once, those of one after each other', async () => {
    const { sandbox, stripe, receiver } = await listening()
    sandbox.controls.switch({ holdWebhooks: true })
    const intents = [(await pay(stripe)).intent.id, (await pay(stripe)).intent.id]
    receiver.state.waitsFor = 2
    sandbox.controls.switch({ holdWebhooks: false })
    await sandbox.controls.deliverDue()
    for (const id of intents) {
      const mine = receiver.letters.filter(({ body }) => body.includes(id))
      expect(mine.map(({ body }) => JSON.parse(body).type)).toEqual(PAID)
    }
  })

  it('are repeated, later each time, until the shop takes them', async () => {
    const { sandbox, stripe, receiver, clock } = await listening()
    receiver.state.status = 500
    await stripe.paymentIntents.create(ORDER)
    await sandbox.controls.deliverDue()
    await sandbox.controls.deliverDue()
    expect(receiver.letters).toHaveLength(1)
    clock.advance(5)
    await sandbox.controls.deliverDue()
    expect(receiver.letters).toHaveLength(2)
    clock.advance(5)
    await sandbox.controls.deliverDue()
    expect(receiver.letters).toHaveLength(2)
    receiver.state.status = 200
    clock.advance(25)
    await sandbox.controls.deliverDue()
    expect(receiver.letters).toHaveLength(3)
    clock.advance(3600)
    await sandbox.controls.deliverDue()
    expect(receiver.letters).toHaveLength(3)
    expect(new Set(receiver.letters.map(({ body }) => JSON.parse(body).id)).size).toBe(1)
    expect((await stripe.events.list({ delivery_success: true })).data[0]?.pending_webhooks).toBe(0)
  })

  it('can be held, doubled, turned round and lost', async () => {
    const { sandbox, stripe, receiver } = await listening()
    const { controls } = sandbox
    controls.switch({ holdWebhooks: true })
    await pay(stripe)
    await controls.deliverDue()
    expect(receiver.letters).toEqual([])
    controls.switch({ holdWebhooks: false, reverseWebhooks: true })
    await controls.deliverDue()
    expect(receiver.types()).toEqual([...PAID].reverse())

    receiver.letters.length = 0
    controls.switch({ reverseWebhooks: false, duplicateWebhooks: true })
    await stripe.paymentIntents.create(ORDER)
    await controls.deliverDue()
    expect(receiver.types()).toEqual(['payment_intent.created', 'payment_intent.created'])

    receiver.letters.length = 0
    controls.switch({ duplicateWebhooks: false, dropNext: 2 })
    await pay(stripe)
    await controls.deliverDue()
    expect(receiver.types()).toEqual(['payment_intent.succeeded'])
    const lost = await stripe.events.list({ type: 'charge.succeeded', limit: 1 })
    controls.resend(lost.data[0]?.id ?? '')
    await controls.deliverDue()
    expect(receiver.types()).toEqual(['payment_intent.succeeded', 'charge.succeeded'])
  })
})

describeSandbox('a restart', () => {
  it('keeps objects, keys, answers and undelivered webhooks', async () => {
    const file = await sandboxFile()
    const before = await listening(file)
    before.receiver.state.status = 503
    const { intent, charge } = await pay(before.stripe)
    const kept = await before.stripe.paymentIntents.create(ORDER, { idempotencyKey: 'order-1' })
    const refund = await before.stripe.refunds.create({ charge: charge.id, amount: 800 })
    await before.sandbox.controls.deliverDue()
    await before.sandbox.close()

    const after = await listening(file)
    expect(after.sandbox.secretKey).toBe(before.sandbox.secretKey)
    expect(after.sandbox.publishableKey).toBe(before.sandbox.publishableKey)
    expect(await after.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
    expect(await after.stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 800 })
    expect((await after.stripe.refunds.list()).data.map(({ id }) => id)).toEqual([refund.id])
    const replayed = await after.stripe.paymentIntents.create(ORDER, { idempotencyKey: 'order-1' })
    expect(replayed.id).toBe(kept.id)
    after.clock.advance(5)
    await after.sandbox.controls.deliverDue()
    expect(after.receiver.types().toSorted()).toEqual(
      [...PAID, 'payment_intent.created', 'refund.created', 'charge.refunded'].toSorted(),
    )
  })

  it('ignores a torn last line: that operation did not happen', async () => {
    const file = await sandboxFile()
    const before = await testSandbox({ file })
    const first = await before.stripe.paymentIntents.create(ORDER)
    const second = await before.stripe.paymentIntents.create(ORDER)
    await before.sandbox.close()
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.slice(0, -40))

    const after = await testSandbox({ file })
    expect((await after.stripe.paymentIntents.retrieve(first.id)).id).toBe(first.id)
    expect((await failure(after.stripe.paymentIntents.retrieve(second.id))).code).toBe('resource_missing')
    const third = await after.stripe.paymentIntents.create(ORDER)
    await after.sandbox.close()
    const last = await testSandbox({ file })
    const ids = (await last.stripe.paymentIntents.list()).data.map(({ id }) => id)
    expect(ids).toEqual([third.id, first.id])
  })

  it('keeps no card number', async () => {
    const file = await sandboxFile()
    const { stripe } = await testSandbox({ file })
    await pay(stripe)
    expect(await readFile(file, 'utf8')).not.toContain('4242424242424242')
  })
})
