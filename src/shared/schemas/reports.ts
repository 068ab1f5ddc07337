import { z } from 'zod'
import { periodInput } from './period.ts'
import { opaqueId, poundsString, timeOutput } from './primitives.ts'

/** A quarter with the sums of its report, column by column (requirements §6). */
const quarterSumsOutput = z.object({
  quarterYear: z.string(),
  /** Orders paid in it. */
  sales: z.int(),
  originalPrice: poundsString,
  discount: poundsString,
  finalPrice: poundsString,
  net: poundsString,
  vat: poundsString,
  cardFee: poundsString,
  commission: poundsString,
  kept: poundsString,
})
export type QuarterSumsOutput = z.output<typeof quarterSumsOutput>

/** Every quarter in which money moved, newest first. */
export const quartersOutput = z.array(quarterSumsOutput)

/** The quarter that runs by the clock of the shop, and what was sold in it. */
export const runningQuarterOutput = quarterSumsOutput.pick({ quarterYear: true, finalPrice: true })

/** Where a report is to be had. Over REST the answer is the file itself. */
export const quarterlyReportOutput = z.object({
  quarterYear: z.string(),
  filename: z.string(),
  address: z.string(),
})

const waterfallOutput = z.object({
  list: poundsString,
  collectionDiscount: poundsString,
  codeDiscount: poundsString,
  refunded: poundsString,
  paid: poundsString,
  vat: poundsString,
  cardFee: poundsString,
  commission: poundsString,
  kept: poundsString,
})
export type WaterfallOutput = z.output<typeof waterfallOutput>

export const refererWaterfallsOutput = z.object({
  total: waterfallOutput,
  /** Referers with sales, most kept first; `clubId` null is what was sold without a code. */
  referers: z.array(
    z.object({
      clubId: z.string().nullable(),
      clubName: z.string().nullable(),
      sales: z.int(),
      waterfall: waterfallOutput,
    }),
  ),
})
export type RefererWaterfallsOutput = z.output<typeof refererWaterfallsOutput>

export const SALES_A_PAGE = 8

/** Sales of a period, with what became of them since; without one, all there are. */
export const analyticsInput = periodInput.optional()

/** `clubId` null selects sales without a code. */
export const saleWaterfallsInput = z.object({
  clubId: opaqueId.nullable(),
  page: z.int().min(0).max(100_000),
  period: periodInput.optional(),
})

export const saleWaterfallsOutput = z.object({
  total: z.int(),
  sales: z.array(
    z.object({
      orderId: z.string(),
      paidAt: timeOutput,
      username: z.string(),
      /** What was bought: the videos' titles, or one word for all seven. */
      what: z.string(),
      /** Stripe has not reported the card fee yet. */
      feeIsEstimate: z.boolean(),
      waterfall: waterfallOutput,
    }),
  ),
})
export type SaleWaterfallsOutput = z.output<typeof saleWaterfallsOutput>
