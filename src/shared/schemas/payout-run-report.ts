import { z } from 'zod'
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
      name: z.string(),
      isPaid: z.boolean(),
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
