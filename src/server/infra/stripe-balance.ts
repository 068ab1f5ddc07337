import Stripe from 'stripe'
import { type Pence, pence } from '#shared/money/money.ts'

/** Money in or out of the balance at Stripe; `net` is the amount less the fee. */
export type BalanceTransactionDetails = {
  transactionId: string
  /** Stripe's type, "charge", and the category for bookkeeping, which divides the type "adjustment". */
  type: string
  category: string
  amountPence: Pence
  feePence: Pence
  netPence: Pence
  currency: string
  description: string | null
  /** The charge, refund, dispute or payout behind it; null for what Stripe takes for itself. */
  sourceId: string | null
  /** The payment of that charge, refund or dispute. */
  intentId: string | null
  createdAt: Date
}

export type StripePayoutDetails = {
  payoutId: string
  /** Below 0 where Stripe takes money from the bank. */
  amountPence: Pence
  currency: string
  status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  /** Stripe knows what is in a payout of its schedule; one made by hand is taken from the balance as a whole. */
  isAutomatic: boolean
  /** Whether Stripe says that the list of what is in it is complete. */
  isListed: boolean
  failure: string | null
  createdAt: Date
  arrivesAt: Date
}

type Page<Item> = { items: Item[]; next: string | null }
type Wanted = { since: Date; until: Date; after: string | null }

/** What Stripe says of the money it holds for the shop. */
export type BalanceCalls = {
  /** A page of what moved the balance in a time, the newest first. Null when Stripe does not know the cursor. */
  listBalanceTransactions(wanted: Wanted): Promise<Page<BalanceTransactionDetails> | null>
  /** All of one payout of Stripe's schedule, its own transaction among them. */
  listPayoutTransactions(payoutId: string): Promise<BalanceTransactionDetails[]>
  /** A page of the payouts made in a time, the newest first. */
  listPayouts(wanted: Wanted): Promise<Page<StripePayoutDetails>>
  /** Null when Stripe does not know it. */
  findPayout(payoutId: string): Promise<StripePayoutDetails | null>
}

const A_PAGE = 100
/** More than any day of this shop has. */
const MOST_IN_PAYOUT = 10_000

/** The calls about balance and payouts (Stripe API: balance transactions, payouts, "Payout reconciliation"). */
export function balanceCalls(stripe: Stripe): BalanceCalls {
  return {
    async listBalanceTransactions({ since, until, after }) {
      try {
        const { data, has_more } = await stripe.balanceTransactions.list({
          created: { gte: secondOf(since), lte: secondOf(until) },
          limit: A_PAGE,
          expand: ['data.source'],
          ...(after === null ? {} : { starting_after: after }),
        })
        return { items: data.map(presentTransaction), next: has_more ? (data.at(-1)?.id ?? null) : null }
      } catch (error) {
        if (after !== null && isMissing(error)) return null
        throw error
      }
    },
    async listPayoutTransactions(payout) {
      const all = await stripe.balanceTransactions
        .list({ payout, limit: A_PAGE, expand: ['data.source'] })
        .autoPagingToArray({ limit: MOST_IN_PAYOUT })
      return all.map(presentTransaction)
    },
    async listPayouts({ since, until, after }) {
      const { data, has_more } = await stripe.payouts.list({
        created: { gte: secondOf(since), lte: secondOf(until) },
        limit: A_PAGE,
        ...(after === null ? {} : { starting_after: after }),
      })
      return { items: data.map(presentPayout), next: has_more ? (data.at(-1)?.id ?? null) : null }
    },
    async findPayout(payoutId) {
      try {
        return presentPayout(await stripe.payouts.retrieve(payoutId))
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
}

const secondOf = (date: Date) => Math.floor(date.getTime() / 1000)
const dateOf = (seconds: number) => new Date(seconds * 1000)

function presentTransaction(transaction: Stripe.BalanceTransaction): BalanceTransactionDetails {
  const { id, type, reporting_category: category, amount, fee, net, source } = transaction
  return {
    transactionId: id,
    type,
    category,
    amountPence: pence(amount),
    feePence: pence(fee),
    netPence: pence(net),
    currency: transaction.currency,
    description: transaction.description,
    sourceId: typeof source === 'string' ? source : (source?.id ?? null),
    intentId: intentOf(source),
    createdAt: dateOf(transaction.created),
  }
}

/** Charges, refunds and disputes name their payment. */
function intentOf(source: Stripe.BalanceTransaction['source']): string | null {
  if (source === null || typeof source === 'string' || !('payment_intent' in source)) return null
  const intent = source.payment_intent
  return typeof intent === 'string' ? intent : (intent?.id ?? null)
}

const STATUSES = ['pending', 'in_transit', 'paid', 'failed', 'canceled'] as const

function presentPayout(payout: Stripe.Payout): StripePayoutDetails {
  return {
    payoutId: payout.id,
    amountPence: pence(payout.amount),
    currency: payout.currency,
    status: STATUSES.find((status) => status === payout.status) ?? 'pending',
    isAutomatic: payout.automatic,
    isListed: payout.automatic && payout.reconciliation_status === 'completed',
    failure: payout.failure_message ?? payout.failure_code,
    createdAt: dateOf(payout.created),
    arrivesAt: dateOf(payout.arrival_date),
  }
}
