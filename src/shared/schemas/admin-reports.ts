import { z } from 'zod'
import { poundsString, timeOutput } from './primitives.ts'
import { payoutOutput } from './referer.ts'

/** A referer as the back office sees them; bank numbers are masked. */
export const refererOutput = z.object({
  id: z.string(),
  name: z.string(),
  contactEmail: z.string(),
  contactName: z.string(),
  fullBusinessName: z.string().nullable(),
  tradingName: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  city: z.string().nullable(),
  postcode: z.string().nullable(),
  country: z.string(),
  companyNumber: z.string().nullable(),
  vatNumber: z.string().nullable(),
  isVatRegistered: z.boolean(),
  phoneNumber: z.string().nullable(),
  bankName: z.string().nullable(),
  accountName: z.string().nullable(),
  sortCode: z.string().nullable(),
  accountNumber: z.string().nullable(),
  referralCode: z.string(),
  commissionPercentage: z.number(),
  discountPercentage: z.number(),
  /** When the agreement ended; null while it runs. */
  endedAt: timeOutput.nullable(),
  /** Sent back with a change, so that one made meanwhile is not written over unseen. */
  version: z.string(),
})
export type RefererOutput = z.output<typeof refererOutput>

const refererSummaryOutput = z.object({
  club: refererOutput,
  totalCommission: poundsString,
  totalPaid: poundsString,
  unpaidCommission: poundsString,
  /** Total − Paid = Unpaid − Overpaid. */
  overpaidCommission: poundsString,
  commissionCount: z.int(),
  payoutCount: z.int(),
})
export type RefererSummaryOutput = z.output<typeof refererSummaryOutput>

export const referersSummaryOutput = z.array(refererSummaryOutput)

/** Closed quarters whose payouts are not made yet. */
export const unprocessedQuartersOutput = z.array(
  z.object({ quarterYear: z.string(), commissionCount: z.int(), commissionAmount: poundsString }),
)

/** Referers with a payout's worth of unpaid commission and no bank details for it. */
export const missingBankOutput = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    unpaidAmount: poundsString,
    /** When they were mailed for them last. */
    askedAt: timeOutput.nullable(),
  }),
)

/** One quarter of a referer's ledger: what was earned, reversed and corrected in it comes to `earnedAmount`. */
const refererQuarterOutput = z.object({
  quarterYear: z.string(),
  sales: z.int(),
  earnedAmount: poundsString,
  /** 0 or below: what an agreement that ended left under the least payout. */
  forfeitedAmount: poundsString,
  /** It is over, comes to the least payout with what was brought forward, and has no payout. */
  isUnprocessed: z.boolean(),
})
export type RefererQuarterOutput = z.output<typeof refererQuarterOutput>

export const refererQuartersOutput = z.array(refererQuarterOutput)

const commissionOutput = z.object({
  id: z.string(),
  purchaseId: z.string(),
  commissionAmount: poundsString,
  createdAt: timeOutput,
})

export const commissionsOutput = z.array(commissionOutput)

export const generatePayoutsOutput = z.object({
  quarterYear: z.string(),
  payouts: z.array(payoutOutput),
  /** Referers whose sum stays below the minimum and moves on to the next quarter. */
  carriedForward: z.int(),
})

const quarterSaleOutput = z.object({
  id: z.string(),
  createdAt: timeOutput,
  username: z.string(),
  email: z.string(),
  isBundle: z.boolean(),
  videoTitle: z.string().nullable(),
  videoId: z.int().nullable(),
  amount: poundsString,
  referralDiscount: poundsString,
  finalAmount: poundsString,
  commissionAmount: poundsString,
  orderId: z.string(),
  /** Credited to the buyer so far. */
  refundedAmount: poundsString,
  /** The final price without VAT. */
  netAmount: poundsString,
  cardFee: poundsString,
  /** Stripe has not reported it yet. */
  cardFeeIsEstimate: z.boolean(),
  /** Of the net price less the card fee; null where the sale earns none. */
  commissionPercentage: z.number().nullable(),
})
export type QuarterSaleOutput = z.output<typeof quarterSaleOutput>

export const quarterlyDetailsOutput = z.array(quarterSaleOutput)

/** What was written into a referer's ledger in a quarter: together its figure. */
export const quarterEntriesOutput = z.array(
  z.object({
    id: z.string(),
    writtenAt: timeOutput,
    kind: z.enum(['earned', 'reversed', 'corrected', 'forfeited']),
    amount: poundsString,
    reason: z.string().nullable(),
    /** Null for what concerns no order, as a forfeit. */
    orderId: z.string().nullable(),
    username: z.string().nullable(),
  }),
)
export type QuarterEntryOutput = z.output<typeof quarterEntriesOutput>[number]

export const revenueAnalyticsOutput = z.object({
  /** The first and the last London day of the sales; today is the last one of a period that still runs. */
  period: z.object({ from: z.string(), to: z.string() }),
  totalRevenue: poundsString,
  totalCommissionsPaid: poundsString,
  totalDiscountsGiven: poundsString,
  videoBreakdown: z.array(
    z.object({
      videoId: z.int(),
      videoTitle: z.string(),
      totalRevenue: poundsString,
      totalSales: z.int(),
      individualSales: z.int(),
      bundleSales: z.int(),
    }),
  ),
  clubValueComparison: z.array(
    z.object({
      clubId: z.string(),
      clubName: z.string(),
      customerCount: z.int(),
      totalRevenue: poundsString,
      commissionGenerated: poundsString,
    }),
  ),
  /** The last six months, or up to twelve of a period, oldest first; `month` is YYYY-MM. */
  monthlyTrends: z.array(
    z.object({
      month: z.string(),
      revenue: poundsString,
      sales: z.int(),
      newCustomers: z.int(),
      isRunning: z.boolean(),
    }),
  ),
})
export type RevenueAnalyticsOutput = z.output<typeof revenueAnalyticsOutput>

/** An application as the back office sees it: no password, bank numbers masked. */
export const applicationOutput = z.object({
  id: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  adminNotes: z.string().nullable(),
  createdAt: timeOutput,
  applicantType: z.enum(['individual', 'organization']),
  fullName: z.string(),
  organizationName: z.string().nullable(),
  contactEmail: z.string(),
  phoneNumber: z.string(),
  businessName: z.string(),
  businessNumber: z.string().nullable(),
  isVatRegistered: z.boolean(),
  vatNumber: z.string().nullable(),
  businessAddressLine1: z.string(),
  businessAddressLine2: z.string().nullable(),
  businessCity: z.string(),
  businessPostcode: z.string(),
  businessCountry: z.string(),
  bankAccountName: z.string(),
  bankSortCode: z.string(),
  bankAccountNumber: z.string(),
  acceptedTerms: z.boolean(),
})
export type ApplicationOutput = z.output<typeof applicationOutput>

export const applicationsOutput = z.array(applicationOutput)
