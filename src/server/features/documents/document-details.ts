import { z } from 'zod'
import { sellerAddressMaxLength, sellerNameMaxLength, sellerNumberMaxLength } from '#shared/limits.ts'
import { type Pence, pence as toPence } from '#shared/money/money.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const signedPence = z.number().int()
const pence = signedPence.min(0)
const moment = z.iso.datetime()

const sumsOfLine = { netPence: pence, vatPence: pence, grossPence: pence }

/** The shop. */
const trader = z.object({
  name: text(sellerNameMaxLength),
  address: text(sellerAddressMaxLength),
  vatNumber: text(sellerNumberMaxLength).nullable(),
  companyNumber: text(sellerNumberMaxLength).nullable(),
})

const buyer = z.object({
  name: text(200),
  email: text(254),
  businessName: text(200).nullish(),
  address: text(1_000).nullish(),
  vatNumber: text(40).nullish(),
})

const common = {
  number: text(40),
  issuedAt: moment,
  seller: trader,
  buyer,
  /** A fraction: 0.2 is 20 %. A seller without VAT number has 0. */
  vatRate: z.number().min(0).max(1),
  totals: z.object(sumsOfLine),
  orderId: text(100),
}

type Sums = { netPence: number; vatPence: number; grossPence: number }

function addsUp({ lines, totals }: { lines: readonly Sums[]; totals: Sums }): boolean {
  const keys = ['netPence', 'vatPence', 'grossPence'] as const
  const isSplit = [...lines, totals].every((sums) => sums.netPence + sums.vatPence === sums.grossPence)
  return isSplit && keys.every((key) => lines.reduce((sum, line) => sum + line[key], 0) === totals[key])
}

function chargesVatRightly(details: { seller: { vatNumber: string | null }; vatRate: number; totals: Sums }) {
  return details.seller.vatNumber !== null || (details.vatRate === 0 && details.totals.vatPence === 0)
}

const notTheSums = 'The sums of this document do not add up.'
const noVatNumber = 'A seller without a VAT number charges no VAT.'

/**
 * The details of an invoice, frozen when it is numbered: plain JSON, amounts in pence, times in ISO 8601 UTC. A full
 * invoice follows regulation 14 of the VAT Regulations 1995; a simplified one, for consumers, omits the buyer's address.
 */
export const invoiceDetailsSchema = z
  .object({
    ...common,
    kind: z.enum(['full', 'simplified']),
    lines: z
      .array(
        z.object({
          description: text(500),
          listPence: pence,
          discountPence: pence,
          /** The names of the discounts, such as "Complete collection; Hedgerow Flying Referer, 10%". */
          discountLabel: text(300).nullish(),
          ...sumsOfLine,
        }),
      )
      .min(1)
      .max(50),
    paidAt: moment,
    /** How it was paid, as printed: "Card ending 4242"; null where there was nothing to pay. */
    method: text(100).nullable(),
    /** Whether the buyer gave up the right to cancel (Consumer Contracts Regulations 2013, regulation 37). */
    cancellation: z.enum(['waived', 'kept']).nullish(),
  })
  .refine(addsUp, notTheSums)
  .refine(chargesVatRightly, noVatNumber)
  .refine(
    ({ lines }) => lines.every((line) => line.listPence - line.discountPence === line.grossPence),
    'The price of a line is its list price less its discount.',
  )

export type InvoiceDetails = z.infer<typeof invoiceDetailsSchema>

/** The details of a credit note, frozen when it is numbered. Its amounts have no minus sign. */
export const creditNoteDetailsSchema = z
  .object({
    ...common,
    /** The invoice it corrects. */
    invoice: z.object({ number: text(40), issuedAt: moment }),
    reason: text(300),
    lines: z
      .array(z.object({ description: text(500), ...sumsOfLine }))
      .min(1)
      .max(50),
    /** When and how the money was refunded; null where nothing was paid. */
    refund: z.object({ refundedAt: moment, method: text(100) }).nullable(),
  })
  .refine(addsUp, notTheSums)
  .refine(chargesVatRightly, noVatNumber)

export type CreditNoteDetails = z.infer<typeof creditNoteDetailsSchema>

const withTotal = z.object({ totals: z.object({ grossPence: z.int() }) })

/** The total of any document's frozen details. */
export function totalOfDetails(details: unknown): Pence {
  return toPence(withTotal.parse(details).totals.grossPence)
}

const supplier = z.object({
  name: text(200),
  businessName: text(200).nullable(),
  address: text(1_000).nullable(),
  vatNumber: text(40).nullable(),
  companyNumber: text(40).nullable(),
})

/** The kinds of document that a paid payout can have (requirements §6). */
export const PAYOUT_DOCUMENTS = ['selfBilledInvoice', 'commissionStatement', 'remittanceAdvice'] as const
export type PayoutDocumentKind = (typeof PAYOUT_DOCUMENTS)[number]

/**
 * The details of a payout's document, frozen when it is numbered at the first payment: plain JSON, amounts in pence,
 * times in ISO 8601 UTC. A line is the sum of one quarter of the ledger; below 0 where reversals exceed earnings.
 */
export const payoutDetailsSchema = z
  .object({
    kind: z.enum(PAYOUT_DOCUMENTS),
    number: text(40),
    issuedAt: moment,
    paidAt: moment,
    payoutId: text(100),
    /** The quarter that was closed, as "Q3 2026". */
    quarter: text(20),
    /** The shop: it buys the referer's service, and pays for it. */
    customer: trader,
    supplier,
    lines: z
      .array(
        z.object({
          description: text(500),
          note: text(500).nullable(),
          netPence: signedPence,
          /** False where it was earned before the registration; without it the line is like the whole document. */
          hasVat: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(200),
    /** A fraction: 0.2 is 20 %. A supplier who is not registered has 0. */
    vatRate: z.number().min(0).max(1),
    totals: z.object({ netPence: pence.min(1), vatPence: pence, grossPence: pence.min(1) }),
    /** The self-billing agreement in force; null on other documents. */
    agreement: z.object({ from: moment, until: moment.nullable() }).nullable(),
    /** Last digits of the account that was paid. */
    accountEnding: text(8).nullable(),
  })
  .refine(
    ({ lines, totals }) =>
      lines.reduce((sum, { netPence }) => sum + netPence, 0) === totals.netPence &&
      totals.netPence + totals.vatPence === totals.grossPence,
    'The sums of this document do not add up.',
  )
  .refine(
    ({ kind, vatRate, totals }) => kind !== 'commissionStatement' || (vatRate === 0 && totals.vatPence === 0),
    'A supplier who is not registered for VAT is paid none.',
  )
  .refine(
    ({ kind, supplier: by, customer: to, agreement }) =>
      kind !== 'selfBilledInvoice' ||
      (agreement !== null && by.vatNumber !== null && by.address !== null && to.vatNumber !== null),
    'A self-billed invoice needs an agreement, the supplier’s address and both VAT numbers.',
  )

export type PayoutDetails = z.infer<typeof payoutDetailsSchema>
