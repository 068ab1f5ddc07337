import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import {
  type CreditNoteDetails,
  creditNoteDetailsSchema,
  type InvoiceDetails,
  invoiceDetailsSchema,
  type PayoutDetails,
  payoutDetailsSchema,
} from './document-details.ts'

/** The refund or the lost dispute that a document belongs to: one of the two. */
export type CreditCause = { refundId: string | null; disputeId: string | null }

type Unnumbered<Details> = Omit<Details, 'number' | 'issuedAt'>
type Numbered = { documentId: string; label: string }

type NewInvoice = {
  order: { id: string; studentId: string | null; details: Unnumbered<InvoiceDetails> }
  /** The credit note that it cancels. */
  cancels?: CreditCause & { cancelsId: string }
  issuedAt: Date
}

/** Step: numbers an invoice of a paid order and freezes its details; the PDF is rendered from them (requirements §5). */
export function numberInvoice(
  tx: Prisma.TransactionClient,
  { order: { id, studentId, details }, cancels, issuedAt }: NewInvoice,
): Promise<Numbered> {
  return createDocument(tx, {
    seriesKey: 'invoice',
    kind: 'invoice',
    owner: { orderId: id, studentId, ...cancels },
    freeze: (numbered) => invoiceDetailsSchema.parse({ ...details, ...numbered }),
    issuedAt,
  })
}

type NewCreditNote = {
  order: { id: string; studentId: string; details: Unnumbered<CreditNoteDetails> }
  cause: CreditCause
  issuedAt: Date
}

/** Step: numbers the credit note of a refund or a dispute and freezes its details (VAT Regulations 1995, reg. 15C). */
export function numberCreditNote(
  tx: Prisma.TransactionClient,
  { order: { id, studentId, details }, cause, issuedAt }: NewCreditNote,
): Promise<Numbered> {
  return createDocument(tx, {
    seriesKey: 'creditNote',
    kind: 'creditNote',
    owner: { orderId: id, studentId, ...cause },
    freeze: (numbered) => creditNoteDetailsSchema.parse({ ...details, ...numbered }),
    issuedAt,
  })
}

/**
 * Step: numbers the document of a payout at its first payment and freezes its details. The database allows one for each
 * payout: one that is paid again keeps it (requirements §6).
 */
export function numberPayoutDocument(
  tx: Prisma.TransactionClient,
  {
    payout: { id, refererId, details },
    issuedAt,
  }: { payout: { id: string; refererId: string; details: Unnumbered<PayoutDetails> }; issuedAt: Date },
): Promise<Numbered> {
  return createDocument(tx, {
    seriesKey: 'payout',
    kind: details.kind,
    owner: { payoutId: id, refererId },
    freeze: (numbered) => payoutDetailsSchema.parse({ ...details, ...numbered }),
    issuedAt,
  })
}

type DocumentRow = Prisma.DocumentUncheckedCreateInput

type NewDocument = {
  seriesKey: SeriesKey
  kind: DocumentRow['kind']
  owner: Partial<DocumentRow>
  freeze: (numbered: { number: string; issuedAt: string }) => DocumentRow['details']
  issuedAt: Date
}

async function createDocument(
  tx: Prisma.TransactionClient,
  { seriesKey, kind, owner, freeze, issuedAt }: NewDocument,
): Promise<Numbered> {
  const { number, label } = await nextNumber(tx, seriesKey)
  const id = newId(issuedAt)
  const details = freeze({ number: label, issuedAt: issuedAt.toISOString() })
  await tx.document.create({
    data: { ...owner, id, seriesKey, number, label, kind, details, issuedAt },
    select: { id: true },
  })
  return { documentId: id, label }
}

/** The series of numbered documents; their counter rows and prefixes come with the schema. */
export type SeriesKey = 'invoice' | 'creditNote' | 'payout'

/**
 * Step: gives the next number of a series and locks its one counter row until the transaction ends, so that numbers
 * are unique and have no gaps (VAT Regulations 1995, reg. 14(1)(a)). Call it late: every other number waits for it.
 */
export async function nextNumber(
  tx: Prisma.TransactionClient,
  series: SeriesKey,
): Promise<{ number: number; label: string }> {
  const { prefix, lastNumber } = await tx.documentSeries.update({
    where: { key: series },
    data: { lastNumber: { increment: 1 } },
    select: { prefix: true, lastNumber: true },
  })
  return { number: lastNumber, label: `${prefix}-${String(lastNumber).padStart(6, '0')}` }
}
