import { z } from 'zod'
import { BANK_LAYOUTS } from '#shared/commission/bank-layouts.ts'
import { sensibleTime } from './admin.ts'
import { opaqueId, optional, poundsString, quarterLabel, timeOutput } from './primitives.ts'

/** As many payouts as one file, or one "all paid", takes. */
export const payoutsInRun = 1_000

/** Why a payout is in no bank file. */
export const payoutProblem = z.enum(['noBankDetails', 'bankUnreviewed', 'vatUnreviewed', 'exported'])
export type PayoutProblem = z.output<typeof payoutProblem>

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
  exportedAt: timeOutput.nullable(),
  /** The file that named it before it was unfrozen: another one pays it again if that one was sent. */
  earlierFile: z.string().nullable(),
  problem: payoutProblem.nullable(),
})
export type RunPayout = z.output<typeof runPayout>

/** The pending payouts of a quarter by referer, as many as fit in one run. */
export const payoutRunOutput = z.object({ quarterYear: z.string(), payouts: z.array(runPayout) })

/** The sum that an admin has seen in figures: another one is refused. */
const seenAmount = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,11})\.\d\d$/, 'Please give the sum in pounds, like 60.00.')

/** The sum that was seen, and the day on which the bank is to pay where the layout names one. */
export const bankFileInput = z.object({
  quarterYear: quarterLabel,
  totalAmount: seenAmount,
  payOn: optional(sensibleTime),
})

export const bankFileIdInput = z.object({ id: opaqueId })

export const downloadedBankFileOutput = z.object({ filename: z.string(), content: z.string() })

/** As many as the screen lists; older ones stay in the database. */
export const bankFilesShown = 50

/** The files that were made, newest first. */
export const bankFilesOutput = z.array(
  z.object({
    id: z.string(),
    quarterYear: z.string(),
    filename: z.string(),
    madeAt: timeOutput,
    /** The admin's address. */
    madeBy: z.string(),
    payouts: z.int(),
    totalAmount: poundsString,
    /** Payouts in it that stood in an earlier file. */
    repeated: z.int(),
    /** Payouts taken out of it again. */
    unfrozen: z.int(),
    /** Payouts in it that are marked as paid. */
    paid: z.int(),
    paidAmount: poundsString,
  }),
)
export type BankFilesOutput = z.output<typeof bankFilesOutput>

export const bankFileOutput = z.object({
  /** Null where no payee can be paid. */
  filename: z.string().nullable(),
  /** The file itself; empty where no payee can be paid. */
  content: z.string(),
  /** All of them, where the layout holds fewer payments than there are. */
  files: z.array(z.object({ filename: z.string(), content: z.string() })),
  payouts: z.int(),
  totalAmount: poundsString,
  /** Payouts in it that stood in an earlier file. */
  repeated: z.int(),
  refused: z.array(
    z.object({
      id: z.string(),
      clubName: z.string(),
      amount: poundsString,
      problem: payoutProblem,
    }),
  ),
})
export type BankFileOutput = z.output<typeof bankFileOutput>

/** Exactly these payouts, whose sum the admin has seen. */
export const unfreezeInput = z.object({
  quarterYear: quarterLabel,
  payoutIds: z.array(opaqueId).min(1).max(payoutsInRun),
  totalAmount: seenAmount,
})

export const unfreezeOutput = z.object({ quarterYear: z.string(), payouts: z.int() })

/** Exactly these payouts, whose sum the admin has seen in figures and words. */
export const payQuarterInput = z.object({
  quarterYear: quarterLabel,
  payoutIds: z.array(opaqueId).min(1).max(payoutsInRun),
  totalAmount: seenAmount,
  /** When the bank sent it; today where it is left out. */
  paidAt: optional(sensibleTime),
})

/** The payments of one bank file, whose sum the admin has seen. */
export const reversePaymentsInput = z.object({ bankFileId: opaqueId, totalAmount: seenAmount })

export const reversePaymentsOutput = z.object({ reversed: z.int(), totalAmount: poundsString })

export const payQuarterOutput = z.object({
  quarterYear: z.string(),
  /** Marked paid by this call; the others were paid before. */
  paid: z.int(),
  totalAmount: poundsString,
})

/** The layout of bank files and the account that pays; numbers are masked, and null where there is no account. */
export const sellerAccountOutput = z.object({
  layout: z.enum(BANK_LAYOUTS),
  sortCode: z.string().nullable(),
  accountNumber: z.string().nullable(),
  accountName: z.string().nullable(),
  serviceUserNumber: z.string().nullable(),
})
export type SellerAccountOutput = z.output<typeof sellerAccountOutput>

const shortText = (max: number) => z.string().trim().max(max, `Please use at most ${max} characters.`)

/** Masked numbers stay as they are; three blank fields delete the account. */
export const sellerAccountInput = z.object({
  layout: z.enum(BANK_LAYOUTS),
  sortCode: shortText(20),
  accountNumber: shortText(20),
  accountName: shortText(100),
  serviceUserNumber: z
    .string()
    .trim()
    .regex(/^(\d{6})?$/, 'A service user number has six digits.'),
})
export type SellerAccountInput = z.output<typeof sellerAccountInput>

const statementMaxLength = 2_000_000

export const statementInput = z.object({
  content: z.string().min(1).max(statementMaxLength, 'Please choose a statement of a shorter time.'),
})

const matchedPayout = z.object({
  payoutId: z.string(),
  clubName: z.string(),
  quarterYear: z.string(),
  amount: poundsString,
  day: timeOutput.nullable(),
})
export type MatchedPayoutOutput = z.output<typeof matchedPayout>

/** What a bank statement says of payouts; nothing is changed by it. */
export const statementOutput = z.object({
  lines: z.int(),
  /** Pending payouts of a bank file that the bank has paid. */
  paid: z.array(matchedPayout),
  /** Paid payouts whose money came back. */
  returned: z.array(matchedPayout),
  /** Lines with a payout's reference and another amount. */
  unclear: z.array(z.object({ row: z.int(), text: z.string(), amount: poundsString })),
})
export type StatementOutput = z.output<typeof statementOutput>

export const payMatchedInput = z.object({
  payouts: z
    .array(z.object({ payoutId: opaqueId, day: optional(sensibleTime) }))
    .min(1)
    .max(payoutsInRun),
  totalAmount: seenAmount,
})

export const returnPaymentsInput = z.object({
  payoutIds: z.array(opaqueId).min(1).max(payoutsInRun),
  totalAmount: seenAmount,
})

/** How many payouts a statement's confirmation changed, and their sum. */
export const statementDoneOutput = z.object({ payouts: z.int(), totalAmount: poundsString })
