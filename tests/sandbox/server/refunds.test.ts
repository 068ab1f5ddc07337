import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import {
  booking,
  chargeOf,
  describeSandbox,
  expectEvents,
  failure,
  ORDER,
  pay,
  testApi,
  testSandbox,
} from './test-sandbox.ts'

async function eventTypes(stripe: Stripe) {
  const events = await stripe.events.list({ limit: 100 })
  return events.data.map(({ type }) => type).reverse()
}

async function booked(stripe: Stripe) {
  const all = await stripe.balanceTransactions.list({ limit: 100 })
  return all.data.reduce((sum, { net }) => sum + net, 0)
}

describe('refunds', () => {
  it('pay back in part and then the rest', async () => {
    const { stripe } = await testApi()
    const { intent, charge } = await pay(stripe)
    const part = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 5400,
      reason: 'requested_by_customer',
    })
    expect(part).toMatchObject({
      amount: 5400,
      charge: charge.id,
      status: 'succeeded',
      payment_intent: intent.id,
    })
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 5400, refunded: false })
    const rest = await stripe.refunds.create({ charge: charge.id })
    expect(rest.amount).toBe(5400)
    const whole = await stripe.charges.retrieve(charge.id, { expand: ['refunds'] })
    expect(whole).toMatchObject({ amount_refunded: 10_800, refunded: true })
    expect(whole.refunds?.data.map(({ id }) => id)).toEqual([rest.id, part.id])
    await expectEvents(stripe, intent, [
      'charge.refunded',
      'refund.created',
      'charge.refunded',
      'refund.created',
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
    ])
  })

  it('give no fee back', async () => {
    const { stripe } = await testApi()
    const { charge } = await pay(stripe)
    const taken = await booking(stripe, charge.id)
    const refund = await stripe.refunds.create({ charge: charge.id, expand: ['balance_transaction'] })
    expect(refund.balance_transaction).toMatchObject({ amount: -10_800, fee: 0, net: -10_800 })
    expect(await booking(stripe, charge.id)).toMatchObject({ id: taken.id, fee: taken.fee })
  })

  it('refuse more than there is', async () => {
    const { stripe } = await testApi()
    const { charge } = await pay(stripe)
    await stripe.refunds.create({ charge: charge.id, amount: 10_000 })
    const much = await failure(stripe.refunds.create({ charge: charge.id, amount: 900 }))
    expect(much.message).toBe('Refund amount (£9.00) is greater than unrefunded amount on charge (£8.00)')
    await stripe.refunds.create({ charge: charge.id })
    const again = await failure(stripe.refunds.create({ charge: charge.id }))
    expect(again.code).toBe('charge_already_refunded')
    const open = await stripe.paymentIntents.create(ORDER)
    const unpaid = await failure(stripe.refunds.create({ payment_intent: open.id }))
    expect(unpaid.message).toContain('does not have a successful charge to refund')
  })
})

describeSandbox('refunds', () => {
  it('that fail put everything back', async () => {
    const { sandbox, stripe } = await testSandbox()
    const { charge } = await pay(stripe)
    const { id } = await stripe.refunds.create({ charge: charge.id })
    sandbox.controls.failRefund(id)
    const refund = await stripe.refunds.retrieve(id, { expand: ['failure_balance_transaction'] })
    expect(refund).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { amount: 10_800, type: 'refund_failure' },
    })
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ amount_refunded: 0, refunded: false })
    expect(await booked(stripe)).toBe(10_618)
    expect((await eventTypes(stripe)).slice(-4)).toEqual([
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
      'charge.updated',
    ])
    expect(() => sandbox.controls.failRefund(id)).toThrow('cannot fail')
  })

  it('fail or arrive by themselves with the cards made for that', async () => {
    const { sandbox, stripe, clock } = await testSandbox()
    const failing = await pay(stripe, 'pm_card_refundFail')
    const slow = await pay(stripe, 'pm_card_pendingRefund')
    const first = await stripe.refunds.create({ charge: failing.charge.id })
    const second = await stripe.refunds.create({ charge: slow.charge.id })
    expect([first.status, second.status]).toEqual(['succeeded', 'pending'])
    await sandbox.controls.deliverDue()
    expect((await stripe.refunds.retrieve(first.id)).status).toBe('succeeded')
    clock.advance(5)
    await sandbox.controls.deliverDue()
    expect((await stripe.refunds.retrieve(first.id)).status).toBe('failed')
    expect((await stripe.refunds.retrieve(second.id)).status).toBe('succeeded')
  })
})

describeSandbox('disputes', () => {
  it('take money and fee at once, and are lost', async () => {
    const { sandbox, stripe } = await testSandbox()
    const { charge } = await pay(stripe, 'pm_card_createDispute')
    const [dispute] = (await stripe.disputes.list({ charge: charge.id })).data
    expect(dispute).toMatchObject({
      status: 'needs_response',
      amount: 10_800,
      charge: charge.id,
      reason: 'fraudulent',
    })
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ disputed: true })
    expect(await booked(stripe)).toBe(10_618 - 10_800 - 2000)
    const blocked = await failure(stripe.refunds.create({ charge: charge.id }))
    expect(blocked.code).toBe('charge_disputed')
    sandbox.controls.loseDispute(dispute?.id ?? '')
    expect((await stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe('lost')
    expect((await eventTypes(stripe)).slice(-3)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
    ])
  })

  it('that are won bring the money back, not the fee', async () => {
    const { sandbox, stripe } = await testSandbox()
    const { charge } = await pay(stripe)
    await stripe.refunds.create({ charge: charge.id, amount: 800 })
    const opened = sandbox.controls.openDispute(charge.id)
    expect(opened.amount).toBe(10_000)
    sandbox.controls.winDispute(opened.id)
    const won = await stripe.disputes.retrieve(opened.id, { expand: ['charge'] })
    expect(won).toMatchObject({ status: 'won', charge: { id: charge.id } })
    expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-10_000, 10_000])
    expect(await booked(stripe)).toBe(10_618 - 800 - 2000)
    expect((await eventTypes(stripe)).slice(-2)).toEqual([
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
    expect(() => sandbox.controls.loseDispute(opened.id)).toThrow('already closed')
  })
})

describeSandbox('processing', () => {
  async function leavePending() {
    const kit = await testSandbox()
    const { id } = await kit.stripe.paymentIntents.create(ORDER)
    await kit.stripe.paymentIntents.confirm(id, {
      payment_method_data: { type: 'klarna' },
      return_url: 'https://shop.example/checkout-success',
    })
    kit.sandbox.controls.comeBack(id, 'leave_pending')
    return { ...kit, id }
  }

  it('refuses to be cancelled and then succeeds', async () => {
    const { sandbox, stripe, id } = await leavePending()
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('processing')
    const refused = await failure(stripe.paymentIntents.cancel(id))
    expect(refused.code).toBe('payment_intent_unexpected_state')
    sandbox.controls.settle(id, true)
    const paid = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.balance_transaction'] })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 10_800 })
    // Klarna: 4.99 % of £108 is £5.39, and 35p.
    expect(chargeOf(paid)).toMatchObject({
      id: expect.stringMatching(/^py_/),
      payment_method_details: { type: 'klarna' },
      balance_transaction: { type: 'payment', fee: 574 },
    })
  })

  it('fails later', async () => {
    const { sandbox, stripe, id } = await leavePending()
    sandbox.controls.settle(id, false)
    expect(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_method_provider_decline' },
      latest_charge: { status: 'failed' },
    })
    expect((await eventTypes(stripe)).slice(-4)).toEqual([
      'charge.pending',
      'payment_intent.processing',
      'charge.failed',
      'payment_intent.payment_failed',
    ])
  })
})
