import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import {
  type CreditNoteDetails,
  creditNoteDetailsSchema,
  type InvoiceDetails,
  invoiceDetailsSchema,
} from './invoice-facts.ts'
import { type PayoutDetails, payoutDetailsSchema } from './payout-facts.ts'

/** The refund or the lost dispute that a document belongs to: one of the two. */
export type CreditCause = { refundId: string | null; disputeId: string | null }

type Unnumbered<Details> = Omit<Details, 'number' | 'issuedAt'>
type OrderOf<Details> = { id: string; studentId: string; details: Unnumbered<Details> }
type PaidPayout = { id: string; refererId: string; details: Unnumbered<PayoutDetails> }
type CancelledOrder = { id: string; studentId: string | null; details: Unnumbered<InvoiceDetails> }
type Numbered = { documentId: string; label: string }

/** Step: numbers the invoice of a paid order and freezes its facts; the PDF is rendered from them (requirements §5). */
export function numberInvoice(
  tx: Prisma.TransactionClient,
  { order, issuedAt }: { order: OrderOf<InvoiceDetails>; issuedAt: Date },
): Promise<Numbered> {
  return createDocument(tx, {
    seriesKey: 'invoice',
    kind: 'invoice',
    owner: { orderId: order.id, studentId: order.studentId },
    freeze: (numbered) => invoiceDetailsSchema.parse({ ...order.details, ...numbered }),
    issuedAt,
  })
}

/** Step: numbers the credit note of a refund or a dispute and freezes its facts (VAT Regulations 1995, reg. 15C). */
export function numberCreditNote(
  tx: Prisma.TransactionClient,
  { order, cause, issuedAt }: { order: OrderOf<CreditNoteDetails>; cause: CreditCause; issuedAt: Date },
): Promise<Numbered> {
  return createDocument(tx, {
    seriesKey: 'creditNote',
    kind: 'creditNote',
    owner: { orderId: order.id, studentId: order.studentId, ...cause },
    freeze: (numbered) => creditNoteDetailsSchema.parse({ ...order.details, ...numbered }),
    issuedAt,
  })
}

/** Step: numbers the invoice that cancels a credit note. */
export function numberCancellingInvoice(
  tx: Prisma.TransactionClient,
  input: { order: CancelledOrder; cancelsId: string; cause: CreditCause; issuedAt: Date },
): Promise<Numbered> {
  const { order, cancelsId, cause, issuedAt } = input
  return createDocument(tx, {
    seriesKey: 'invoice',
    kind: 'invoice',
    owner: { orderId: order.id, studentId: order.studentId, cancelsId, ...cause },
    freeze: (numbered) => invoiceDetailsSchema.parse({ ...order.details, ...numbered }),
    issuedAt,
  })
}

/**
 * Step: numbers the document of a payout at its first payment and freezes its facts. The database allows one for each
 * payout: one that is paid again keeps it (requirements §6).
 */
export function numberPayoutDocument(
  tx: Prisma.TransactionClient,
  { payout, issuedAt }: { payout: PaidPayout; issuedAt: Date },
): Promise<Numbered> {
  return createDocument(tx, {
    seriesKey: 'payout',
    kind: payout.details.kind,
    owner: { payoutId: payout.id, refererId: payout.refererId },
    freeze: (numbered) => payoutDetailsSchema.parse({ ...payout.details, ...numbered }),
    issuedAt,
  })
}

type DocumentRow = Prisma.DocumentUncheckedCreateInput

type NewDocument = {
  seriesKey: SeriesKey
  kind: DocumentRow['kind']
  owner: Pick<
    DocumentRow,
    'orderId' | 'studentId' | 'refundId' | 'disputeId' | 'cancelsId' | 'payoutId' | 'refererId'
  >
  freeze: (numbered: { number: string; issuedAt: string }) => DocumentRow['details']
  issuedAt: Date
}

async function createDocument(tx: Prisma.TransactionClient, document: NewDocument): Promise<Numbered> {
  const { seriesKey, kind, owner, freeze, issuedAt } = document
  const { number, label } = await nextNumber(tx, seriesKey)
  const documentId = newId(issuedAt)
  const details = freeze({ number: label, issuedAt: issuedAt.toISOString() })
  await tx.document.create({
    data: { id: documentId, seriesKey, number, label, kind, ...owner, details, issuedAt },
    select: { id: true },
  })
  return { documentId, label }
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
