import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type CreditNoteFacts, creditNoteFactsSchema } from './pdf/facts.ts'
import { takeNumber } from './take-number.ts'

/** The refund or the lost dispute a paper belongs to: one of the two. */
export type PaperCause = { refundId: string | null; disputeId: string | null }

type CreditedOrder = { id: string; studentId: string; facts: Omit<CreditNoteFacts, 'number' | 'issuedAt'> }

/**
 * Step: numbers the credit note of money that goes back and freezes what it says (VAT Regulations 1995, reg.
 * 15C). The database allows one for each refund and each dispute.
 */
export async function numberCreditNote(
  tx: Prisma.TransactionClient,
  { order, cause, issuedAt }: { order: CreditedOrder; cause: PaperCause; issuedAt: Date },
): Promise<{ documentId: string; label: string }> {
  const { number, label } = await takeNumber(tx, 'creditNote')
  const documentId = newId(issuedAt)
  await tx.document.create({
    data: {
      id: documentId,
      seriesKey: 'creditNote',
      number,
      label,
      kind: 'creditNote',
      orderId: order.id,
      studentId: order.studentId,
      ...cause,
      facts: creditNoteFactsSchema.parse({ ...order.facts, number: label, issuedAt: issuedAt.toISOString() }),
      issuedAt,
    },
    select: { id: true },
  })
  return { documentId, label }
}
