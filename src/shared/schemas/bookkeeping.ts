import { z } from 'zod'
import { BOOKKEEPING_TOOLS } from '#shared/money/bookkeeping-tools.ts'
import { periodDays, withRange } from './period.ts'
import { poundsString } from './primitives.ts'

/** As many documents as one export holds. */
export const documentsInExport = 20_000

export const salesExportInput = z
  .object({
    ...periodDays,
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
