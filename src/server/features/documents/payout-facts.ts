import { z } from 'zod'
import { sellerAddressMaxLength, sellerNameMaxLength, sellerNumberMaxLength } from '#shared/limits.ts'

const text = (max: number) => z.string().trim().min(1).max(max)
const pence = z.number().int()
const moment = z.iso.datetime()

/** The shop: it buys the referer's service, and pays for it. */
const customer = z.object({
  name: text(sellerNameMaxLength),
  address: text(sellerAddressMaxLength),
  vatNumber: text(sellerNumberMaxLength).nullable(),
  companyNumber: text(sellerNumberMaxLength).nullable(),
})

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
 * The facts of a payout's document, frozen when it is numbered at the first payment: plain JSON, amounts in pence,
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
    customer,
    supplier,
    lines: z
      .array(
        z.object({
          description: text(500),
          note: text(500).nullable(),
          netPence: pence,
          /** False where it was earned before the registration; without it the line is like the whole document. */
          hasVat: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(200),
    /** A fraction: 0.2 is 20 %. A supplier who is not registered has 0. */
    vatRate: z.number().min(0).max(1),
    totals: z.object({ netPence: pence.min(1), vatPence: pence.min(0), grossPence: pence.min(1) }),
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
