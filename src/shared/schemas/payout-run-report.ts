import { z } from 'zod'
import { payoutProblem } from './payout-run.ts'
import { poundsString, timeOutput } from './primitives.ts'

/** Every quarter with payouts to referers, the newest first. */
export const payoutRunSumsOutput = z.array(
  z.object({
    quarterYear: z.string(),
    payouts: z.int(),
    paid: z.int(),
    total: poundsString,
    paidTotal: poundsString,
  }),
)

export const payoutRunReportOutput = z.object({
  quarterYear: z.string(),
  /** `entries` is the sum of the ledger entries that are paid; it is `net` where the run balances. */
  sums: z.object({ net: poundsString, vat: poundsString, total: poundsString, entries: poundsString }),
  /** What does not fit, in words. */
  problems: z.array(z.string()),
  payouts: z.array(
    z.object({
      payoutId: z.string(),
      clubId: z.string(),
      name: z.string(),
      isPaid: z.boolean(),
      /** Why no bank file would name it now. */
      problem: payoutProblem.nullable(),
      /** The number of its document. */
      label: z.string().nullable(),
      paidAt: timeOutput.nullable(),
      fileName: z.string().nullable(),
      entries: z.int(),
      net: poundsString,
      vat: poundsString,
      total: poundsString,
    }),
  ),
})
export type PayoutRunReportOutput = z.output<typeof payoutRunReportOutput>

/** A club's statement of a quarter. */
export const clubStatementOutput = z.object({
  quarterYear: z.string(),
  name: z.string(),
  referralCode: z.string(),
  isRunning: z.boolean(),
  /** Brought forward and the quarter's own, less what is carried forward, is `net`; `total` is with VAT. */
  sums: z.object({
    brought: poundsString,
    earned: poundsString,
    corrected: poundsString,
    reversed: poundsString,
    forfeited: poundsString,
    carried: poundsString,
    net: poundsString,
    vat: poundsString,
    total: poundsString,
  }),
  /** `label` is the number of its document. */
  payout: z
    .object({ isPaid: z.boolean(), paidAt: timeOutput.nullable(), label: z.string().nullable() })
    .nullable(),
  /** What does not fit, in words. */
  problems: z.array(z.string()),
  entries: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['earned', 'reversed', 'corrected', 'forfeited']),
      /** In which it was written: an earlier one was brought forward. */
      quarter: z.string(),
      at: timeOutput,
      reason: z.string().nullable(),
      amount: poundsString,
      isCarried: z.boolean(),
      orderId: z.string().nullable(),
      invoiceNumber: z.string().nullable(),
      /** The sum that comes to the commission, where the sale stands in this row. */
      working: z
        .object({
          paid: poundsString,
          vat: poundsString,
          fee: poundsString,
          net: poundsString,
          percent: z.number(),
        })
        .nullable(),
    }),
  ),
})
export type ClubStatementOutput = z.output<typeof clubStatementOutput>
