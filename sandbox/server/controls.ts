import type Stripe from 'stripe'
import { resourceMissing } from './api-error.ts'
import { tellFee } from './charges.ts'
import { type DisputeKind, escalateInquiry, loseDispute, openDispute, winDispute } from './disputes.ts'
import { findIntent } from './intents.ts'
import { failPayout, landPayout, payOut, takeStripeFee } from './payouts.ts'
import type { Switches } from './records.ts'
import { cancelRefund, createRefund, failRefund } from './refunds.ts'
import { authenticate, comeBack, type RedirectOutcome, settleProcessing } from './settle.ts'
import { setSwitches, switchesOf, type World } from './world.ts'

/** What a person makes happen on the sandbox's page, and `forget`, for tests to call directly. */
export type SandboxControls = {
  comeBack: (intentId: string, outcome: RedirectOutcome) => Stripe.PaymentIntent
  authenticate: (intentId: string, isGenuine: boolean) => Stripe.PaymentIntent
  settle: (intentId: string, isPaid: boolean) => Stripe.PaymentIntent
  tellFee: (chargeId: string) => Stripe.Charge
  refund: (chargeId: string, amountPence?: number) => Stripe.Refund
  failRefund: (refundId: string) => Stripe.Refund
  cancelRefund: (refundId: string) => Stripe.Refund
  openDispute: (chargeId: string, how?: { kind?: DisputeKind; amount?: number }) => Stripe.Dispute
  escalateInquiry: (disputeId: string) => Stripe.Dispute
  winDispute: (disputeId: string) => Stripe.Dispute
  loseDispute: (disputeId: string) => Stripe.Dispute
  payOut: (how?: { isManual?: boolean }) => Stripe.Payout
  landPayout: (payoutId: string) => Stripe.Payout
  failPayout: (payoutId: string) => Stripe.Payout
  takeStripeFee: (fee: { amount: number; description: string }) => Stripe.BalanceTransaction
  resend: (eventId: string) => void
  /** As where test data were deleted, or another account's keys are used: later calls do not find the intent. */
  forget: (intentId: string) => void
  switches: () => Switches
  switch: (change: Partial<Omit<Switches, 'id'>>) => Switches
  /** Delivers what is due by the clock, runs what Stripe does by itself, and resolves when nothing due is left. */
  deliverDue: () => Promise<void>
}

function resend(world: World, eventId: string) {
  if (world.store.get('event', eventId) === undefined) {
    throw resourceMissing({ what: 'event', id: eventId, param: 'event' })
  }
  world.store.put('delivery', {
    id: eventId,
    attempts: 0,
    copies: 1,
    dueAt: world.now(),
    state: 'waiting',
    lastAnswer: null,
  })
}

export function buildControls(
  world: World,
  delivering: { deliverDue: () => Promise<void>; kick: () => void },
): SandboxControls {
  /** Each control is one operation: stored whole, and its events sent to the shop at once. */
  function doing<T>(action: () => T): T {
    try {
      return action()
    } finally {
      world.store.commit()
      delivering.kick()
    }
  }
  return {
    comeBack: (id, outcome) => doing(() => comeBack(world, id, outcome)),
    authenticate: (id, isGenuine) => doing(() => authenticate(world, id, isGenuine)),
    settle: (id, isPaid) => doing(() => settleProcessing(world, id, isPaid)),
    tellFee: (id) => doing(() => tellFee(world, id)),
    refund: (charge, amount) => doing(() => createRefund(world, { charge, ...(amount ? { amount } : {}) })),
    failRefund: (id) => doing(() => failRefund(world, id)),
    cancelRefund: (id) => doing(() => cancelRefund(world, id)),
    openDispute: (id, how) => doing(() => openDispute(world, id, how)),
    escalateInquiry: (id) => doing(() => escalateInquiry(world, id)),
    winDispute: (id) => doing(() => winDispute(world, id)),
    loseDispute: (id) => doing(() => loseDispute(world, id)),
    payOut: (how) => doing(() => payOut(world, how)),
    landPayout: (id) => doing(() => landPayout(world, id)),
    failPayout: (id) => doing(() => failPayout(world, id)),
    takeStripeFee: (fee) => doing(() => takeStripeFee(world, fee)),
    resend: (id) => doing(() => resend(world, id)),
    forget: (id) => doing(() => world.store.drop('payment_intent', findIntent(world, id).id)),
    switches: () => switchesOf(world),
    switch: (change) => doing(() => setSwitches(world, change)),
    deliverDue: delivering.deliverDue,
  }
}
