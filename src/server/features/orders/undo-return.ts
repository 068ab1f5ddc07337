import type { Deps } from '#server/deps.ts'
import { restoreAccess } from '#server/features/access/revoke-access.ts'
import { reverseCommission } from '#server/features/commissions/reverse-commission.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { cancelCreditNote } from '#server/features/papers/cancel-credit-note.ts'
import type { PaperCause } from '#server/features/papers/number-credit-note.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { readBooks } from './order-books.ts'

/**
 * Step: puts everything back after a refund failed or a lost dispute was won, whose row says so and credits
 * nothing any more: access up to its old end, the commission, an invoice that cancels the credit note, and a mail
 * that says so. Answers the mail's outbox row; null where nothing had been credited. The caller holds the
 * student's row.
 */
export async function undoReturn(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  { orderId, cause }: { orderId: string; cause: PaperCause },
): Promise<string | null> {
  const now = deps.clock.now()
  const books = await readBooks(tx, orderId)
  if (!books) return null

  await restoreAccess(tx, { orderId, exceptLineIds: books.returnedLineIds })

  await reverseCommission(tx, {
    orderId,
    orderTotalPence: books.order.totalPence,
    returnedPence: books.credited.grossPence,
    cause,
    now,
  })
  const invoice = await cancelCreditNote(tx, { orderId, cause, issuedAt: now })
  if (!invoice) return null

  const { buyer } = books.order
  return queueMail(tx, deps, {
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
    dedupeKey: `undone:${cause.refundId ?? cause.disputeId}`,
  })
}
