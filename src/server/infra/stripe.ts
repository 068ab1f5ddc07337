import Stripe from 'stripe'
import { type Pence, pence } from '#shared/money/money.ts'
import { LISTED_EVENT_TYPES } from '#shared/operations/stripe-event-types.ts'
import type { Clock } from './clock.ts'
import {
  readStripeEvent,
  readStripeEvents,
  type SignedEvent,
  type UnreadableEvent,
} from './read-stripe-event.ts'
import { type BalanceCalls, balanceCalls } from './stripe-balance.ts'
import { type DisputeCalls, disputeCalls } from './stripe-disputes.ts'
import {
  type DisputeDetails,
  numberedKey,
  presentDispute,
  presentRefund,
  type RefundAnswer,
  type RefundDetails,
  type RefundRequest,
  refundFailure,
} from './stripe-refunds.ts'
import { inSpan } from './tracing.ts'

/** Methods named in the terms (requirements §1). */
const METHODS = ['card', 'klarna', 'revolut_pay'] as const

/** Everything about one payment that the books need, read from Stripe in one call. */
export type PaymentDetails = {
  intentId: string
  /** False for Stripe's test mode and for the sandbox. */
  livemode: boolean
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
  /** How the buyer pays, in Stripe's word; null as long as nothing was chosen, and where Stripe was not asked for it. */
  method: string | null
  charge: ChargeDetails | null
}

export type ChargeDetails = {
  chargeId: string
  method: string
  /** The last four digits of a card, in a wallet too; null for any other method. */
  cardEnding: string | null
  /** Null until Stripe has reported the fee. */
  feePence: Pence | null
  refunds: RefundDetails[]
  disputes: DisputeDetails[]
}

/** From a moment to another; `after` is the last event of the page before, null for the first page. */
type EventsWanted = { since: Date; until: Date; after: string | null }

type EventsPage = {
  events: SignedEvent[]
  unreadable: UnreadableEvent[]
  /** Where the next page begins; null on the last one. */
  next: string | null
}

/** The shop's view of Stripe: amounts in pence, only what it uses, the same over the real API and the sandbox. */
export type Payments = BalanceCalls &
  DisputeCalls & {
    /** The same order with the same key number, even from two processes, is one intent. */
    createIntent(request: { orderId: string; amountPence: Pence; keyNumber: number }): Promise<PaymentDetails>
    /**
     * Intent, charge, refunds, disputes and balance transaction together. Null when Stripe does not know it. Disputes
     * are read where the charge says so, or where the caller knows of one.
     */
    findPayment(intentId: string, heard?: { ofDispute: boolean }): Promise<PaymentDetails | null>
    /** Cancels, or says why not: its state then. Null when Stripe does not know it. */
    cancelIntent(intentId: string): Promise<PaymentDetails | null>
    /** Requests a refund; the same request with the same key number, within a day, is the same refund. */
    refund(request: RefundRequest): Promise<RefundAnswer>
    /**
     * A page of what happened to payments in a time, the newest first, whether or not a webhook reported it. Null when
     * Stripe does not know the event it is to begin after: it has forgotten it, or it is another account's.
     */
    listEvents(wanted: EventsWanted): Promise<EventsPage | null>
    /** @throws when the signature is wrong or older than five minutes, or the body is no event. */
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

const MOST_DISPUTES = 100
const MOST_REFUNDS = 1_000
const EVENTS_A_PAGE = 100

const EXPAND = ['latest_charge.balance_transaction', 'latest_charge.refunds', 'payment_method']

/** Each call a span, by its method and its path without ids, where spans are recorded. */
function tracedHttpClient() {
  const client = Stripe.createNodeHttpClient()
  const send = client.makeRequest.bind(client)
  client.makeRequest = (...call) => {
    const [, , path, method] = call
    const name = `${method} ${path.split('?', 1)[0]?.replaceAll(/\/[^/]*[A-Z0-9][^/]*(?=\/|$)/g, (part) => (part === '/v1' ? part : '/:id'))}`
    return inSpan({ name, kind: 'client', attributes: { 'peer.service': 'stripe' } }, () => send(...call))
  }
  return client
}

/** Wraps the Stripe SDK; an unavailable Stripe surfaces as the SDK's connection error (see `isOutage`). */
export function createPayments(settings: StripeSettings, clock: Clock): Payments {
  const stripe = new Stripe(settings.secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: tracedHttpClient(),
    ...(settings.apiBase ?? {}),
  })

  async function findPayment(
    intentId: string,
    heard?: { ofDispute: boolean },
  ): Promise<PaymentDetails | null> {
    try {
      const intent = await readIntent(intentId)
      if (!chargeOf(intent)?.disputed && !heard?.ofDispute) return presentIntent(intent)
      const { data } = await stripe.disputes.list({ payment_intent: intentId, limit: MOST_DISPUTES })
      // Read after its disputes, a charge knows every refund that failed before one was lost: no penny counts twice.
      return presentIntent(await readIntent(intentId), data)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
      throw error
    }
  }

  /** The charge carries its newest ten refunds; where there are more, they are fetched. */
  async function readIntent(intentId: string): Promise<Stripe.PaymentIntent> {
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: EXPAND })
    const refunds = chargeOf(intent)?.refunds
    if (!refunds?.has_more) return intent
    refunds.data = await stripe.refunds
      .list({ payment_intent: intentId, limit: 100 })
      .autoPagingToArray({ limit: MOST_REFUNDS })
    return intent
  }

  return {
    ...balanceCalls(stripe),
    ...disputeCalls(stripe),
    async createIntent({ orderId, amountPence, keyNumber }) {
      const intent = await stripe.paymentIntents.create(
        {
          amount: amountPence,
          currency: 'gbp',
          allowed_payment_method_types: [...METHODS],
          metadata: { orderId },
        },
        { idempotencyKey: numberedKey(`intent-${orderId}`, keyNumber) },
      )
      return presentIntent(intent)
    },
    findPayment,
    async cancelIntent(intentId) {
      try {
        return presentIntent(await stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return findPayment(intentId)
      }
    },
    async refund({ intentId, amountPence, requestId, keyNumber }) {
      try {
        const refund = await stripe.refunds.create(
          { payment_intent: intentId, amount: amountPence, metadata: { requestId } },
          { idempotencyKey: numberedKey(`refund-${requestId}`, keyNumber) },
        )
        return { kind: 'refund', refundId: refund.id }
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeError)) throw error
        return refundFailure(error)
      }
    },
    async listEvents({ since, until, after }) {
      try {
        const { data, has_more } = await stripe.events.list({
          created: { gte: secondOf(since), lte: secondOf(until) },
          types: [...LISTED_EVENT_TYPES],
          limit: EVENTS_A_PAGE,
          ...(after === null ? {} : { starting_after: after }),
        })
        return { ...readStripeEvents(data), next: has_more ? (data.at(-1)?.id ?? null) : null }
      } catch (error) {
        if (after !== null && isMissing(error)) return null
        throw error
      }
    },
    readEvent(rawBody, signature) {
      const now = clock.now().getTime()
      return readStripeEvent(
        stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret, undefined, undefined, now),
      )
    },
    async ping() {
      await stripe.paymentIntents.list({ limit: 1 })
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

const secondOf = (date: Date) => Math.floor(date.getTime() / 1000)

function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === 'object' ? intent.latest_charge : null
}

function presentIntent(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[] = [],
): PaymentDetails {
  const charge = chargeOf(intent)
  return {
    intentId: intent.id,
    livemode: intent.livemode,
    clientSecret: intent.client_secret ?? '',
    status: presentStatus(intent.status),
    needsAction: intent.status === 'requires_action',
    isDeclined: intent.status === 'requires_payment_method' && intent.last_payment_error !== null,
    amountPence: pence(intent.amount),
    receivedPence: pence(intent.amount_received),
    currency: intent.currency,
    orderId: intent.metadata.orderId ?? null,
    method: typeof intent.payment_method === 'object' ? (intent.payment_method?.type ?? null) : null,
    charge: charge?.paid ? presentCharge(charge, disputes) : null,
  }
}

function presentStatus(status: Stripe.PaymentIntent.Status): PaymentDetails['status'] {
  if (status === 'succeeded') return 'paid'
  if (status === 'processing') return 'processing'
  if (status === 'canceled') return 'cancelled'
  return 'open'
}

function presentCharge(charge: Stripe.Charge, disputes: readonly Stripe.Dispute[]): ChargeDetails {
  const balance = typeof charge.balance_transaction === 'object' ? charge.balance_transaction : null
  return {
    chargeId: charge.id,
    method: charge.payment_method_details?.type ?? 'card',
    cardEnding: charge.payment_method_details?.card?.last4 ?? null,
    feePence: balance ? pence(balance.fee) : null,
    refunds: (charge.refunds?.data ?? []).map(presentRefund),
    disputes: disputes.map(presentDispute),
  }
}
