import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import {
  type CreditNoteDetails,
  creditNoteDetailsSchema,
  type InvoiceDetails,
  invoiceDetailsSchema,
} from './document-details.ts'
import { type CreditCause, numberInvoice } from './number-documents.ts'

/** The invoice that cancels a credit note. */
export type CancellingInvoice = {
  documentId: string
  label: string
  creditNoteLabel: string
  totalPence: Pence
}

/**
 * Step: cancels the standing credit notes of a refund that failed or a dispute that was won, each by a new invoice
 * over the same sums; the credit notes keep their numbers (requirements §5).
 */
export async function cancelCreditNotes(
  tx: Prisma.TransactionClient,
  { orderId, cause, issuedAt }: { orderId: string; cause: CreditCause; issuedAt: Date },
): Promise<CancellingInvoice[]> {
  const invoice = await tx.document.findFirst({
    where: { orderId, kind: 'invoice', cancelsId: null },
    select: { details: true },
  })
  const notes = await tx.document.findMany({
    where: { orderId, kind: 'creditNote', ...cause, cancelledBy: null },
    orderBy: { id: 'asc' },
    select: { id: true, label: true, studentId: true, details: true },
  })
  if (!invoice) return []
  const invoiceDetails = invoiceDetailsSchema.parse(invoice.details)
  const cancelled: CancellingInvoice[] = []
  for (const note of notes) {
    const details = cancellingDetails(invoiceDetails, creditNoteDetailsSchema.parse(note.details))
    const { documentId, label } = await numberInvoice(tx, {
      order: { id: orderId, studentId: note.studentId, details },
      cancels: { cancelsId: note.id, ...cause },
      issuedAt,
    })
    const totalPence = pence(details.totals.grossPence)
    cancelled.push({ documentId, label, creditNoteLabel: note.label, totalPence })
  }
  return cancelled
}

/** The lines of the credit note, with the buyer and the payment of the first invoice. */
function cancellingDetails(
  invoice: InvoiceDetails,
  note: CreditNoteDetails,
): Omit<InvoiceDetails, 'number' | 'issuedAt'> {
  const { number: _number, issuedAt: _issuedAt, ...same } = invoice
  return {
    ...same,
    lines: note.lines.map(({ description, netPence, vatPence, grossPence }) => ({
      description: `Cancels credit note ${note.number}: ${description}`.slice(0, 500),
      listPence: grossPence,
      discountPence: 0,
      netPence,
      vatPence,
      grossPence,
    })),
    totals: note.totals,
  }
}
