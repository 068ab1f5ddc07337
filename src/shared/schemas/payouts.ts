import { z } from 'zod'
import { payoutOutput } from './referer.ts'

/** With a bank file, by a transfer made by hand, or otherwise, as a note says. */
export const PAID_HOW = ['bankFile', 'bankTransfer', 'other'] as const
export type PaidHow = (typeof PAID_HOW)[number]

export const paidNoteMaxLength = 200

/** A payout as the back office sees it. */
const adminPayoutOutput = payoutOutput.extend({
  /** A bank file names it. */
  inBankFile: z.boolean(),
  /** Null before it is paid, and where it was not recorded. */
  paidHow: z.enum(PAID_HOW).nullable(),
  paidNote: z.string().nullable(),
})
export type AdminPayoutOutput = z.output<typeof adminPayoutOutput>

export const adminPayoutsOutput = z.array(adminPayoutOutput)

/** What became of a payout, and what speaks against it: paid without known bank details, by no bank file. */
export const markedPayoutOutput = adminPayoutOutput.extend({ warning: z.string().nullable() })
export type MarkedPayoutOutput = z.output<typeof markedPayoutOutput>
