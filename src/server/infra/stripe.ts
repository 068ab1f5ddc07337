import Stripe from 'stripe'
import { type Pence, pence } from '#shared/money.ts'
import type { Clock } from './clock.ts'

/** Methods named in the terms (requirements §1). */
const METHODS = ['card', 'klarna', 'revolut_pay'] as const

/** Everything about one payment that the books need, read from Stripe in one call. */
export type PaymentFacts = {
  intentId: string
  clientSecret: string
  status: 'open' | 'processing' | 'paid' | 'cancelled'
  /** Open, and the buyer has to confirm something with their bank. */
  needsAction: boolean
  /** Open, and the last try to pay was refused. */
  isDeclined: boolean
  amountPence: Pence
  receivedPence: Pence
  currency: string
  orderId: string | null
  charge: ChargeFacts | null
}

export type ChargeFacts = {
  chargeId: string
  method: string
  /** Null until Stripe has told the fee. */
  feePence: Pence | null
  refunds: {
    refundId: string
    amountPence: Pence
    status: 'pending' | 'succeeded' | 'failed'
    createdAt: Date
  }[]
  isDisputed: boolean
}

export type SignedEvent = {
  id: string
  type: string
  objectId: string
  intentId: string | null
  createdAt: Date
}

/** The shop's view of Stripe: amounts in pence, only what it uses, the same over the real API and the sandbox. */
export type Payments = {
  createIntent(request: { orderId: string; amountPence: Pence }): Promise<PaymentFacts>
  /** Intent, charge, refunds and balance transaction together. Null when Stripe does not know it. */
  findPayment(intentId: string): Promise<PaymentFacts | null>
  /** Cancels, or says why not: the facts as they are then. */
  cancelIntent(intentId: string): Promise<PaymentFacts>
  refund(request: { intentId: string; amountPence: Pence; key: string }): Promise<string>
  /** @throws when the signature is wrong or older than five minutes. */
  readEvent(rawBody: Buffer, signature: string): SignedEvent
  ping(): Promise<void>
}

export type StripeSettings = {
  secretKey: string
  webhookSecret: string
  /** Another Stripe-compatible API; null is Stripe itself. */
  apiBase: { host: string; port: number; protocol: 'http' | 'https' } | null
}

/** A call ends after ten seconds, its one retry included. */
const TIMEOUT_MS = 4_500

const EXPAND = ['latest_charge.balance_transaction', 'latest_charge.refunds']

/** Wraps the Stripe SDK; a part that is away surfaces as the SDK's connection error (see `isPartAway`). */
export function createPayments(settings: StripeSettings, clock: Clock): Payments {
  const stripe = new Stripe(settings.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(settings.apiBase ?? {}),
  })

  async function findPayment(intentId: string): Promise<PaymentFacts | null> {
    try {
      return presentIntent(await stripe.paymentIntents.retrieve(intentId, { expand: EXPAND }))
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
      throw error
    }
  }

  return {
    async createIntent({ orderId, amountPence }) {
      const intent = await stripe.paymentIntents.create(
        {
          amount: amountPence,
          currency: 'gbp',
          allowed_payment_method_types: [...METHODS],
          metadata: { orderId },
        },
        // The same order asked for twice, even by two processes, is one intent.
        { idempotencyKey: `intent-${orderId}` },
      )
      return presentIntent(intent)
    },
    findPayment,
    async cancelIntent(intentId) {
      try {
        return presentIntent(await stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        const facts = await findPayment(intentId)
        if (!facts) throw error
        return facts
      }
    },
    async refund({ intentId, amountPence, key }) {
      const refund = await stripe.refunds.create(
        { payment_intent: intentId, amount: amountPence },
        { idempotencyKey: `refund-${key}` },
      )
      return refund.id
    },
    readEvent(rawBody, signature) {
      const now = clock.now().getTime()
      return presentEvent(
        stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret, undefined, undefined, now),
      )
    },
    async ping() {
      await stripe.paymentIntents.list({ limit: 1 })
    },
  }
}

function presentIntent(intent: Stripe.PaymentIntent): PaymentFacts {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    intentId: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: presentStatus(intent.status),
    needsAction: intent.status === 'requires_action',
    isDeclined: intent.status === 'requires_payment_method' && intent.last_payment_error !== null,
    amountPence: pence(intent.amount),
    receivedPence: pence(intent.amount_received),
    currency: intent.currency,
    orderId: intent.metadata.orderId ?? null,
    charge: charge?.paid ? presentCharge(charge) : null,
  }
}

function presentStatus(status: Stripe.PaymentIntent.Status): PaymentFacts['status'] {
  if (status === 'succeeded') return 'paid'
  if (status === 'processing') return 'processing'
  if (status === 'canceled') return 'cancelled'
  return 'open'
}

function presentCharge(charge: Stripe.Charge): ChargeFacts {
  const balance = typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null
  return {
    chargeId: charge.id,
    method: charge.payment_method_details?.type ?? 'card',
    feePence: balance ? pence(balance.fee) : null,
    refunds: (charge.refunds?.data ?? []).map((refund) => ({
      refundId: refund.id,
      amountPence: pence(refund.amount),
      status: presentRefundStatus(refund.status),
      createdAt: new Date(refund.created * 1000),
    })),
    isDisputed: charge.disputed,
  }
}

function presentRefundStatus(status: string | null): 'pending' | 'succeeded' | 'failed' {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

function presentEvent(event: Stripe.Event): SignedEvent {
  const object: { id?: unknown; payment_intent?: unknown; object?: unknown } = { ...event.data.object }
  const objectId = typeof object.id === 'string' ? object.id : ''
  const named = typeof object.payment_intent === 'string' ? object.payment_intent : null
  return {
    id: event.id,
    type: event.type,
    objectId,
    intentId: event.type.startsWith('payment_intent.') ? objectId : named,
    createdAt: new Date(event.created * 1000),
  }
}
