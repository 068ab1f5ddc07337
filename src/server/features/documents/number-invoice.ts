import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type InvoiceFacts, invoiceFactsSchema } from './pdf/facts.ts'
import { takeNumber } from './take-number.ts'

export type InvoiceOrder = { id: string; studentId: string; facts: Omit<InvoiceFacts, 'number' | 'issuedAt'> }

/**
 * Step: numbers the invoice of a paid order and freezes what it says. The PDF is rendered from these facts
 * whenever somebody asks for it, after the transaction (requirements §5).
 */
export async function numberInvoice(
  tx: Prisma.TransactionClient,
  { order, issuedAt }: { order: InvoiceOrder; issuedAt: Date },
): Promise<{ documentId: string; label: string }> {
  const { number, label } = await takeNumber(tx, 'invoice')
  const documentId = newId(issuedAt)
  await tx.document.create({
    data: {
      id: documentId,
      seriesKey: 'invoice',
      number,
      label,
      kind: 'invoice',
      orderId: order.id,
      studentId: order.studentId,
      facts: invoiceFactsSchema.parse({ ...order.facts, number: label, issuedAt: issuedAt.toISOString() }),
      issuedAt,
    },
    select: { id: true },
  })
  return { documentId, label }
}
