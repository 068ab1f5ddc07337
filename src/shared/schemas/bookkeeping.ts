import { z } from 'zod'
import { rangeOfLondonDates } from '#shared/calendar/calendar.ts'
import { BOOKKEEPING_TOOLS } from '#shared/money/bookkeeping-tools.ts'
import { poundsString } from './primitives.ts'

/** As many documents as one export holds. */
export const documentsInExport = 20_000

const badPeriod = 'Please give the first and the last day of the period.'
const day = z.string(badPeriod).max(10, badPeriod)

/** Both days are in the period. */
const period = { from: day, to: day }

function withRange<Days extends { from: string; to: string }>({ ...days }: Days, context: z.RefinementCtx) {
  const range = rangeOfLondonDates(days.from, days.to)
  if (range) return { ...days, range }
  context.addIssue({ code: 'custom', message: badPeriod, path: ['to'] })
  return z.NEVER
}

export const bookkeepingPeriodInput = z.object(period).transform(withRange)

export const salesExportInput = z
  .object({
    ...period,
    tool: z.enum(BOOKKEEPING_TOOLS),
    salesAccount: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9./-]{0,10}$/, 'Please give the account as the tool lists it, like 200.'),
  })
  .transform(withRange)

const kindSums = z.object({
  documents: z.int(),
  net: poundsString,
  vat: poundsString,
  gross: poundsString,
})

export const bookkeepingSumsOutput = z.object({
  invoices: kindSums,
  creditNotes: kindSums,
  /** Invoices less credit notes. */
  total: kindSums,
})
export type BookkeepingSumsOutput = z.output<typeof bookkeepingSumsOutput>

/** The file; null where the period has nothing to book. */
export const salesExportOutput = z
  .object({ filename: z.string(), type: z.string(), contentBase64: z.string() })
  .nullable()
