import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from '#sandbox/server/test-cards.ts'
import {
  booking,
  describeSandbox,
  eventsOf,
  expectEvents,
  failure,
  ORDER,
  pay,
  testApi,
  testSandbox,
} from './test-sandbox.ts'

const resources = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..', 'esm', 'resources')

type Shape = { required: string[]; known: string[] }

function withoutComments(source: string): string {
  return source.replace(/\/\*\*[\s\S]*?\*\//g, '')
}

/** The fields of an interface in the SDK's published types, read from its declaration file. */
async function publishedShape(file: string, name: string): Promise<Shape> {
  const source = withoutComments(await readFile(join(resources, `${file}.d.ts`), 'utf8'))
  const body = new RegExp(`^export interface ${name} \\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source)?.[1]
  if (body === undefined) throw new Error(`${name} is not declared in ${file}.d.ts`)
  const fields = [...body.matchAll(/^ {4}(\w+)(\??): /gm)].map(([, field = '', optional]) => ({
    field,
    optional,
  }))
  return {
    required: fields.filter(({ optional }) => optional === '').map(({ field }) => field),
    known: fields.map(({ field }) => field),
  }
}

async function expectShape(value: object, file: string, name: string) {
  const shape = await publishedShape(file, name)
  const sent = Object.keys(value).filter((key) => key !== 'lastResponse')
  expect(shape.required.length).toBeGreaterThan(5)
  expect(shape.required.filter((field) => !sent.includes(field))).toEqual([])
  expect(sent.filter((field) => !shape.known.includes(field))).toEqual([])
}

const PAID = ['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created']

describe('what goes over the wire has the fields of the SDK’s types', () => {
  it('for every object of a paid and refunded order', async () => {
    const { stripe } = await testApi()
    const { intent, charge } = await pay(stripe)
    const refund = await stripe.refunds.create({ charge: charge.id, amount: 800 })
    const customer = await stripe.customers.create({ email: 'sam@example.test', name: 'Sam Sample' })
    const { payment_method: method } = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['payment_method'],
    })

    await expectShape(await stripe.paymentIntents.retrieve(intent.id), 'PaymentIntents', 'PaymentIntent')
    await expectShape(await stripe.charges.retrieve(charge.id), 'Charges', 'Charge')
    await expectShape(await stripe.refunds.retrieve(refund.id), 'Refunds', 'Refund')
    await expectShape(customer, 'Customers', 'Customer')
    await expectShape(Object(method), 'PaymentMethods', 'PaymentMethod')
    await expectShape(await booking(stripe, charge.id), 'BalanceTransactions', 'BalanceTransaction')
  })

  it('for every event, with its object as it was', async () => {
    const { stripe } = await testApi()
    const { intent } = await pay(stripe)
    await expectEvents(stripe, intent, PAID)
    const events = await eventsOf(stripe, intent)
    for (const event of events) await expectShape(event, 'Events', 'EventBase')
    const created = events.find(({ type }) => type === 'payment_intent.created')
    expect(created?.data.object).toMatchObject({ id: intent.id, status: 'requires_payment_method' })
  })

  it('for the error of a declined card', async () => {
    const { stripe } = await testApi()
    const intent = await stripe.paymentIntents.create(ORDER)
    const error = await failure(
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
    )
    const { payment_intent: failed, payment_method: method } = error
    await expectShape(failed ?? {}, 'PaymentIntents', 'PaymentIntent')
    await expectShape(method ?? {}, 'PaymentMethods', 'PaymentMethod')
  })

  it('and notices a field too few and a field too many', async () => {
    const { stripe } = await testApi()
    const { charge } = await pay(stripe)
    const { amount: _amount, ...less } = charge
    await expect(expectShape(less, 'Charges', 'Charge')).rejects.toThrow('amount')
    await expect(expectShape({ ...charge, colour: 'red' }, 'Charges', 'Charge')).rejects.toThrow('colour')
  })

  it('in the API version of the SDK', async () => {
    const { stripe } = await testApi()
    const intent = await stripe.paymentIntents.create(ORDER)
    expect(intent.lastResponse.apiVersion).toBe(Stripe.API_VERSION)
  })
})

describeSandbox('more shapes', () => {
  it('of a payout and what is in it', async () => {
    const { stripe, sandbox } = await testSandbox()
    await pay(stripe)
    const { id } = sandbox.controls.payOut()
    await expectShape(await stripe.payouts.retrieve(id), 'Payouts', 'Payout')
    const { data } = await stripe.balanceTransactions.list({ payout: id })
    for (const one of data) await expectShape(one, 'BalanceTransactions', 'BalanceTransaction')
  })

  it('a failed refund and a dispute have the fields of the SDK’s types', async () => {
    const { sandbox, stripe } = await testSandbox()
    const { charge } = await pay(stripe)
    const refund = await stripe.refunds.create({ charge: charge.id, amount: 800 })
    sandbox.controls.failRefund(refund.id)
    const dispute = sandbox.controls.openDispute(charge.id)
    await expectShape(await stripe.charges.retrieve(charge.id), 'Charges', 'Charge')
    await expectShape(await stripe.refunds.retrieve(refund.id), 'Refunds', 'Refund')
    await expectShape(await stripe.disputes.retrieve(dispute.id), 'Disputes', 'Dispute')
    for (const transaction of (await stripe.balanceTransactions.list()).data) {
      await expectShape(transaction, 'BalanceTransactions', 'BalanceTransaction')
    }
  })

  it('the events of a dispute, and all in the API version of the SDK', async () => {
    const { sandbox, stripe } = await testSandbox()
    const { charge } = await pay(stripe)
    sandbox.controls.openDispute(charge.id)
    const events = await stripe.events.list({ limit: 100 })
    expect(events.data).toHaveLength(5)
    for (const event of events.data) {
      await expectShape(event, 'Events', 'EventBase')
      expect(event.api_version).toBe(Stripe.API_VERSION)
    }
  })

  it('every reason for a failed payment is one Stripe knows', async () => {
    const source = withoutComments(await readFile(join(resources, 'PaymentIntents.d.ts'), 'utf8'))
    const [, known = ''] = /namespace LastPaymentError \{\s*type Code = ([^;]+);/.exec(source) ?? []
    const codes = TEST_CARDS.flatMap(({ refusal }) => (refusal ? [refusal.code] : []))
    const others = ['incorrect_number', 'invalid_expiry_month', 'invalid_expiry_year', 'invalid_cvc']
    const away = ['payment_method_customer_decline', 'payment_method_provider_decline']
    for (const code of [...codes, ...others, ...away, 'payment_intent_authentication_failure']) {
      expect(known).toContain(`'${code}'`)
    }
    expect(known).not.toContain("'card_eaten'")
  })
})
