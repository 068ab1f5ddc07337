import type { Deps } from '#server/deps.ts'
import { numberCreditNote, type PaperCause } from '#server/features/documents/number-credit-note.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import type { OrderBooks, OrderMovement } from '#server/features/orders/order-books.ts'
import { creditNoteFacts, refundMail } from '#server/features/orders/present-papers.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { Credit } from '#shared/refunds/split-credit.ts'
import { RETURN_REASONS } from './return-reasons.ts'

/**
 * Step: numbers the credit note over a credit that is written down and writes the mail about it. Answers the mail's
 * outbox row. The caller holds the student's row.
 */
export async function creditReturn(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  input: { books: OrderBooks; movement: OrderMovement; credit: Credit; hasAccessEnded: boolean },
): Promise<string | null> {
  const { books, movement, credit, hasAccessEnded } = input
  const { order, invoice } = books
  const { cause, sentAt } = movement
  const refund = books.payment.refunds.find(({ id }) => id === cause.refundId)
  const reason = refund?.reason ?? RETURN_REASONS.disputed
  const isPaidOtherwise = refund?.resolution === 'paidOtherwise'
  const facts = creditNoteFacts({ order, invoice, credit, reason, sentAt, isPaidOtherwise })
  const note = await numberCreditNote(tx, { order: { ...order, facts }, cause, issuedAt: deps.clock.now() })
  return queueMail(tx, deps, {
    template: 'payment-refunded',
    to: order.buyer.email,
    props: refundMail({
      order,
      credit,
      sentAt,
      creditNoteNumber: note.label,
      hasAccessEnded,
      reason: mailedReason(cause, reason),
      isPaidOtherwise,
    }),
    documentIds: [note.documentId],
    dedupeKey: `credited:${note.documentId}`,
  })
}

function mailedReason(cause: PaperCause, reason: string) {
  if (cause.disputeId !== null) return 'disputed'
  return reason === RETURN_REASONS.owned ? 'already-owned' : 'refund'
}
