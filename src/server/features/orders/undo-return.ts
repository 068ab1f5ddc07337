import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { cancelCreditNote } from '#server/features/papers/cancel-credit-note.ts'
import type { PaperCause } from '#server/features/papers/number-credit-note.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { OrderBooks } from './order-books.ts'

/**
 * Step: cancels the credit notes of a refund that failed, or of a dispute that was won in the end, each by an invoice
 * and with a mail that says so. Answers the mails' outbox rows. The caller holds the student's row.
 */
export async function undoReturn(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  { books, cause }: { books: OrderBooks; cause: PaperCause },
): Promise<(string | null)[]> {
  const { id: orderId, buyer } = books.order
  const invoices = await cancelCreditNote(tx, { orderId, cause, issuedAt: deps.clock.now() })
  const mails: (string | null)[] = []
  for (const invoice of invoices) {
    const mail = await queueMail(tx, deps, {
      template: 'refund-undone',
      to: buyer.email,
      props: {
        username: buyer.username,
        orderId,
        cause: cause.disputeId === null ? 'refund-failed' : 'dispute-won',
        totalPence: invoice.totalPence,
        creditNoteNumber: invoice.creditNoteLabel,
        invoiceNumber: invoice.label,
      },
      documentIds: [invoice.documentId],
      dedupeKey: `undone:${invoice.documentId}`,
    })
    mails.push(mail)
  }
  return mails
}
