import { z } from 'zod'
import { opaqueId, poundsString, timeOutput } from './primitives.ts'

/** A row or a page of the clearing account: the sum of all amounts but `difference` is the difference. */
const clearingAccount = z.object({
  gross: poundsString,
  refunds: poundsString,
  disputes: poundsString,
  other: poundsString,
  fees: poundsString,
  paidOut: poundsString,
  atStripe: poundsString,
  difference: poundsString,
})
export type ClearingAccountOutput = z.output<typeof clearingAccount>

const stripePayout = z.object({
  id: z.string(),
  amount: poundsString,
  status: z.enum(['pending', 'inTransit', 'paid', 'failed', 'cancelled']),
  /** Made by hand otherwise: Stripe does not say what is in it. */
  isAutomatic: z.boolean(),
  /** Stripe has said what is in it. */
  isListed: z.boolean(),
  createdAt: timeOutput,
  arrivesAt: timeOutput,
  lines: z.int(),
  /** What its lines do not explain. */
  difference: poundsString,
  paidAgainWith: z.string().nullable(),
})
export type StripePayoutOutput = z.output<typeof stripePayout>

export const PAYOUTS_A_PAGE = 20

export const stripePayoutsInput = z.object({ page: z.int().min(0).max(100_000) })

export const stripePayoutsOutput = z.object({
  /** Until when Stripe's balance was read; null: never. */
  readUntil: timeOutput.nullable(),
  account: clearingAccount,
  /** What does not fit, in words. */
  problems: z.array(z.string()),
  payouts: z.array(stripePayout),
  hasMore: z.boolean(),
})
export type StripePayoutsOutput = z.output<typeof stripePayoutsOutput>

export const stripePayoutInput = z.object({ payoutId: opaqueId })

const payoutLine = z.object({
  id: z.string(),
  at: timeOutput,
  kind: z.enum(['charge', 'refund', 'dispute', 'stripeFee', 'payout', 'other']),
  description: z.string().nullable(),
  orderId: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  amount: poundsString,
  fee: poundsString,
  net: poundsString,
  /** Why the books do not explain it. */
  problem: z.string().nullable(),
})
export type PayoutLineOutput = z.output<typeof payoutLine>

export const stripePayoutOutput = z.object({
  payout: stripePayout,
  account: clearingAccount,
  problems: z.array(z.string()),
  lines: z.array(payoutLine),
})
export type StripePayoutDetailOutput = z.output<typeof stripePayoutOutput>

/** Where the file is to be had. Over REST the answer is the file itself. */
export const stripePayoutFileOutput = z.object({ filename: z.string(), address: z.string() })
