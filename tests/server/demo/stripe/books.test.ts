import { fc, test } from '@fast-check/vitest'
import Stripe from 'stripe'
import { expect } from 'vitest'
import { StripeFault } from '#server/demo/stripe/fault.ts'
import { pay, testSandbox } from './test-sandbox.ts'

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
  if (!(error instanceof StripeFault) && !(error instanceof Stripe.errors.StripeError)) throw error
}

function sum(numbers: number[]) {
  return numbers.reduce((total, number) => total + number, 0)
}

async function expectBooksToAgree(stripe: Stripe) {
  const all = { limit: 100 }
  const charges = (await stripe.charges.list(all)).data
  const refunds = (await stripe.refunds.list(all)).data
  const disputes = (await stripe.disputes.list(all)).data
  const booked = (await stripe.balanceTransactions.list(all)).data
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

test.prop([fc.array(step, { minLength: 1, maxLength: 15 })], { numRuns: 25 })(
  'whatever is done in whatever order, charges, refunds, disputes and the balance agree',
  async (steps) => {
    const kit = await testSandbox()
    try {
      for (const one of steps) await take(kit, one).catch(allowRefusal)
      await expectBooksToAgree(kit.stripe)
    } finally {
      await kit.sandbox.close()
    }
  },
)
