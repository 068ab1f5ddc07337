import { z } from 'zod'
import { isoTime, opaqueId, poundsString, quarterLabel } from './primitives.ts'

/** As many payouts as one file, or one "all paid", takes. */
export const payoutsInRun = 1_000

/** Why a payout is in no bank file. */
export const PAYOUT_PROBLEMS = ['noBankDetails', 'bankUnreviewed', 'exported'] as const
export type PayoutProblem = (typeof PAYOUT_PROBLEMS)[number]

/** Quarters with payouts that wait to be paid, newest first. */
export const payoutRunsOutput = z.array(
  z.object({
    quarterYear: z.string(),
    pending: z.int(),
    totalAmount: poundsString,
    /** Of those, named in a bank file. */
    exported: z.int(),
    exportedAmount: poundsString,
  }),
)
export type PayoutRunsOutput = z.output<typeof payoutRunsOutput>

const runPayout = z.object({
  id: z.string(),
  clubId: z.string(),
  clubName: z.string(),
  /** With VAT: what the bank is to send. */
  amount: poundsString,
  exportedAt: isoTime.nullable(),
  problem: z.enum(PAYOUT_PROBLEMS).nullable(),
})
export type RunPayout = z.output<typeof runPayout>

/** The pending payouts of a quarter by club, as many as fit in one run. */
export const payoutRunOutput = z.object({ quarterYear: z.string(), payouts: z.array(runPayout) })

export const bankFileOutput = z.object({
  filename: z.string(),
  /** The CSV itself; empty where nobody can be paid. */
  content: z.string(),
  payouts: z.int(),
  totalAmount: poundsString,
  refused: z.array(
    z.object({
      id: z.string(),
      clubName: z.string(),
      amount: poundsString,
      problem: z.enum(PAYOUT_PROBLEMS),
    }),
  ),
})
export type BankFileOutput = z.output<typeof bankFileOutput>

/** Without ids, all of the quarter. */
export const unfreezeInput = z.object({
  quarterYear: quarterLabel,
  payoutIds: z.array(opaqueId).min(1).max(payoutsInRun).nullish(),
})

export const unfreezeOutput = z.object({ quarterYear: z.string(), payouts: z.int() })

/** Exactly these payouts, whose sum the admin has seen in figures and words. */
export const payQuarterInput = z.object({
  quarterYear: quarterLabel,
  payoutIds: z.array(opaqueId).min(1).max(payoutsInRun),
  totalAmount: z.string().regex(/^(?:0|[1-9]\d{0,11})\.\d\d$/, 'Please give the sum in pounds, like 60.00.'),
})

export const payQuarterOutput = z.object({
  quarterYear: z.string(),
  /** Marked paid by this call; the others were paid before. */
  paid: z.int(),
  totalAmount: poundsString,
})
