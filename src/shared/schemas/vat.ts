import { z } from 'zod'
import { STAGGERS } from '#shared/calendar/vat-period.ts'
import { poundsString, timeOutput } from './primitives.ts'

const boxes = z.object({
  box1: poundsString,
  box4: poundsString,
  box5: poundsString,
  box6: poundsString,
  box7: poundsString,
})

const vatPeriod = z.object({
  /** "2026-11" or "2026-10_2026-12". */
  label: z.string(),
  title: z.string(),
  isRunning: z.boolean(),
  boxes,
})
export type VatPeriodOutput = z.output<typeof vatPeriod>

export const vatPeriodsOutput = z.object({
  /** HMRC's stagger group; 0 is every month. */
  stagger: z.literal(STAGGERS),
  periods: z.array(vatPeriod),
})

export const vatStaggerInput = z.object({ stagger: z.literal(STAGGERS) })

const label = z.string().max(20)

/** Documents of boxes 1 and 6, of boxes 4 and 7, and of none. */
export const VAT_SIDES = ['sales', 'purchases', 'outside'] as const
export type VatSideName = (typeof VAT_SIDES)[number]

const documentKind = z.enum([
  'invoice',
  'creditNote',
  'selfBilledInvoice',
  'commissionStatement',
  'remittanceAdvice',
])

export const vatPeriodInput = z.object({ label })

export const vatPeriodOutput = vatPeriod.extend({
  /** Documents by kind and rate; a credit note's amounts are below 0. */
  kinds: z.array(
    z.object({
      kind: documentKind,
      side: z.enum(VAT_SIDES),
      vatRate: z.number(),
      count: z.int(),
      net: poundsString,
      vat: poundsString,
    }),
  ),
  /** Sales less credits by rate. */
  rates: z.array(z.object({ vatRate: z.number(), net: poundsString, vat: poundsString })),
  /** What does not fit, in words. */
  problems: z.array(z.string()),
})
export type VatPeriodDetailOutput = z.output<typeof vatPeriodOutput>

export const VAT_DOCUMENTS_A_PAGE = 50

export const vatDocumentsInput = z.object({
  label,
  side: z.enum(VAT_SIDES),
  page: z.int().min(0).max(100_000),
})

const vatDocument = z.object({
  id: z.string(),
  number: z.string(),
  kind: documentKind,
  issuedAt: timeOutput,
  taxPointAt: timeOutput,
  orderId: z.string().nullable(),
  party: z.string().nullable(),
  /** The number of the credit note that it cancels. */
  cancels: z.string().nullable(),
  vatRate: z.number(),
  net: poundsString,
  vat: poundsString,
  gross: poundsString,
})
export type VatDocumentOutput = z.output<typeof vatDocument>

export const vatDocumentsOutput = z.object({ documents: z.array(vatDocument), hasMore: z.boolean() })
