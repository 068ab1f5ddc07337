import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence } from '#shared/money.ts'
import {
  type CreditNoteFacts,
  creditNoteFactsSchema,
  type InvoiceFacts,
  invoiceFactsSchema,
} from './documents/facts.ts'
import type { PaperCause } from './number-credit-note.ts'
import { takeNumber } from './take-number.ts'

/**
 * Step: cancels the credit note of a refund that failed, or of a dispute that was won in the end, by a new
 * invoice over the same sums; the credit note keeps its number (requirements §5). Null where none was numbered.
 */
export async function cancelCreditNote(
  tx: Prisma.TransactionClient,
  { orderId, cause, issuedAt }: { orderId: string; cause: PaperCause; issuedAt: Date },
): Promise<{ documentId: string; label: string; creditNoteLabel: string; totalPence: Pence } | null> {
  const invoice = await tx.document.findFirst({
    where: { orderId, kind: 'invoice', cancelsId: null },
    select: { facts: true },
  })
  const note = await tx.document.findFirst({
    where: { orderId, kind: 'creditNote', ...cause },
    select: { id: true, label: true, studentId: true, facts: true },
  })
  if (!invoice || !note) return null
  const facts = cancellingFacts(
    invoiceFactsSchema.parse(invoice.facts),
    creditNoteFactsSchema.parse(note.facts),
  )

  const { number, label } = await takeNumber(tx, 'invoice')
  const documentId = newId(issuedAt)
  await tx.document.create({
    data: {
      id: documentId,
      seriesKey: 'invoice',
      number,
      label,
      kind: 'invoice',
      orderId,
      studentId: note.studentId,
      cancelsId: note.id,
      ...cause,
      facts: invoiceFactsSchema.parse({ ...facts, number: label, issuedAt: issuedAt.toISOString() }),
      issuedAt,
    },
    select: { id: true },
  })
  return { documentId, label, creditNoteLabel: note.label, totalPence: pence(facts.totals.grossPence) }
}

/** The lines of the credit note once more, for the buyer and the payment of the first invoice. */
function cancellingFacts(
  invoice: InvoiceFacts,
  note: CreditNoteFacts,
): Omit<InvoiceFacts, 'number' | 'issuedAt'> {
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
