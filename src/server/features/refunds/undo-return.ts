import type { Deps } from '#server/deps.ts'
import { type CancellingInvoice, cancelCreditNote } from '#server/features/documents/cancel-credit-note.ts'
import type { PaperCause } from '#server/features/documents/number-credit-note.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import type { OrderBooks } from '#server/features/orders/order-books.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/** A credit note that was cancelled, by the invoice that cancels it. */
export type Undone = { cause: PaperCause; invoice: CancellingInvoice }

/**
 * Step: cancels the credit notes of a refund that failed, or of a dispute that was won in the end, each by an invoice.
 * The caller holds the student's row.
 */
export async function undoReturn(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { orderId, cause }: { orderId: string; cause: PaperCause },
): Promise<Undone[]> {
  const invoices = await cancelCreditNote(tx, { orderId, cause, issuedAt: clock.now() })
  return invoices.map((invoice) => ({ cause, invoice }))
}

/** Step: writes a mail about each, once it is known what opened with it. Answers the mails' outbox rows. */
export async function mailUndone(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  {
    books,
    undone,
    hasAccessOpened,
  }: { books: OrderBooks; undone: readonly Undone[]; hasAccessOpened: boolean },
): Promise<(string | null)[]> {
  const { id: orderId, buyer } = books.order
  const mails: (string | null)[] = []
  for (const { cause, invoice } of undone) {
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
        hasAccessOpened,
      },
      documentIds: [invoice.documentId],
      dedupeKey: `undone:${invoice.documentId}`,
    })
    mails.push(mail)
  }
  return mails
}
