import { fc, test } from '@fast-check/vitest'
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { SandboxApiError } from '#sandbox/server/api-error.ts'
import { booking, describeSandbox, pay, testApi, testSandbox } from './test-sandbox.ts'

type Kit = Awaited<ReturnType<typeof testSandbox>>
type Step = { act: 'pay' | 'refund' | 'fail' | 'dispute' | 'win' | 'lose'; pick: number; amount: number }

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom('pay', 'refund', 'fail', 'dispute', 'win', 'lose'),
  pick: fc.nat(50),
  amount: fc.integer({ min: 30, max: 20_000 }),
})

async function oneOf<T extends { id: string }>(list: Promise<{ data: T[] }>, pick: number) {
  const { data } = await list
  return data[pick % Math.max(data.length, 1)]?.id ?? 'none'
}

async function take({ stripe, sandbox }: Kit, { act, pick, amount }: Step) {
  const charge = () => oneOf(stripe.charges.list(), pick)
  const dispute = () => oneOf(stripe.disputes.list(), pick)
  if (act === 'pay') return pay(stripe, 'pm_card_visa', amount)
  if (act === 'refund') return stripe.refunds.create({ charge: await charge(), amount })
  if (act === 'fail') return sandbox.controls.failRefund(await oneOf(stripe.refunds.list(), pick))
  if (act === 'dispute') return sandbox.controls.openDispute(await charge())
  if (act === 'win') return sandbox.controls.winDispute(await dispute())
  return sandbox.controls.loseDispute(await dispute())
}

/** A step that is refused, such as a refund of too much, must leave the books as they were. */
function allowRefusal(error: unknown) {
  if (!(error instanceof SandboxApiError) && !(error instanceof Stripe.errors.StripeError)) throw error
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}

type Books = {
  charges: Stripe.Charge[]
  refunds: Stripe.Refund[]
  disputes: Stripe.Dispute[]
  booked: Stripe.BalanceTransaction[]
}

function expectBooksToAgree({ charges, refunds, disputes, booked }: Books) {
  for (const charge of charges) {
    const kept = refunds.filter((refund) => refund.charge === charge.id && refund.status !== 'failed')
    expect(charge.amount_refunded).toBe(sum(kept.map(({ amount }) => amount)))
    expect(charge.amount_refunded).toBeLessThanOrEqual(charge.amount)
    expect(charge.refunded).toBe(charge.amount_refunded === charge.amount)
  }
  const taken = sum(charges.map(({ amount, amount_refunded: back }) => amount - back))
  const gone = sum(disputes.filter(({ status }) => status !== 'won').map(({ amount }) => amount))
  expect(sum(booked.map(({ amount }) => amount))).toBe(taken - gone)
  for (const { amount, fee, net } of booked) expect(net).toBe(amount - fee)
}

async function wholeBooks(stripe: Stripe): Promise<Books> {
  const all = { limit: 100 }
  return {
    charges: (await stripe.charges.list(all)).data,
    refunds: (await stripe.refunds.list(all)).data,
    disputes: (await stripe.disputes.list(all)).data,
    booked: (await stripe.balanceTransactions.list(all)).data,
  }
}

it('the books of one payment agree after two refunds', async () => {
  const { stripe } = await testApi()
  const { charge } = await pay(stripe)
  await booking(stripe, charge.id)
  await stripe.refunds.create({ charge: charge.id, amount: 800 })
  await stripe.refunds.create({ charge: charge.id, amount: 5000 })
  const charges = [await stripe.charges.retrieve(charge.id)]
  const refunds = (await stripe.refunds.list({ charge: charge.id })).data
  expect(refunds.map(({ amount }) => amount)).toEqual([5000, 800])
  const sources = [charge.id, ...refunds.map(({ id }) => id)]
  const lists = await Promise.all(sources.map((source) => stripe.balanceTransactions.list({ source })))
  const booked = lists.flatMap(({ data }) => data)
  expect(booked.map(({ amount }) => amount)).toEqual([10_800, -5000, -800])
  expectBooksToAgree({ charges, refunds, disputes: [], booked })
})

describeSandbox('its books', () => {
  test.prop([fc.array(step, { minLength: 1, maxLength: 15 })], { numRuns: 25 })(
    'whatever is done in whatever order, charges, refunds, disputes and the balance agree',
    async (steps) => {
      const kit = await testSandbox()
      try {
        for (const one of steps) await take(kit, one).catch(allowRefusal)
        expectBooksToAgree(await wholeBooks(kit.stripe))
      } finally {
        await kit.sandbox.close()
      }
    },
  )
})
