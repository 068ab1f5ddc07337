import type { Deps } from '#server/deps.ts'
import { revokeAccess } from '#server/features/access/revoke-access.ts'
import { reverseCommission } from '#server/features/commissions/reverse-commission.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { numberCreditNote, type PaperCause } from '#server/features/papers/number-credit-note.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { pence } from '#shared/money.ts'
import { type Credit, splitCredit } from '#shared/split-credit.ts'
import { type OrderBooks, readBooks } from './order-books.ts'
import { creditNoteFacts, refundMail } from './present-papers.ts'
import { RETURN_REASONS } from './return-reasons.ts'

/** Money on its way back to the buyer, by a refund or by a lost dispute whose row is written. */
type MoneyBack = { cause: PaperCause; amountPence: number; sentAt: Date }

/**
 * Step, made of five like fulfilment and undoing it: writes down what is credited, ends access, reverses the
 * commission, numbers the credit note, writes the mail (requirements §5). Answers the mail's outbox row; null
 * where the order was never fulfilled, so that there is nothing to undo. The caller holds the student's row.
 */
export async function creditReturn(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  { orderId, back }: { orderId: string; back: MoneyBack },
): Promise<string | null> {
  const now = deps.clock.now()
  const { cause } = back
  const before = await readBooks(tx, orderId)
  if (!before) return null
  const { order, invoice } = before
  const { reason, lineIds } = namedBy(before, cause)

  const lines = order.lines.filter(({ id }) => lineIds.has(id))
  const credit = splitCredit({ order, before: before.credited, amountPence: pence(back.amountPence), lines })
  const after = await noteCredit(tx, { orderId, cause, credit })

  const closed = await revokeAccess(tx, { studentId: order.studentId, lineIds: after.returnedLineIds, now })

  await reverseCommission(tx, {
    orderId,
    orderTotalPence: order.totalPence,
    returnedPence: after.credited.grossPence,
    cause,
    now,
  })
  // A bank can take back what was refunded before; there is nothing left to credit then.
  if (credit.grossPence === 0) return null

  const facts = creditNoteFacts({ order, invoice, credit, reason, sentAt: back.sentAt })
  const note = await numberCreditNote(tx, { order: { ...order, facts }, cause, issuedAt: now })

  return queueMail(tx, deps, {
    template: 'payment-refunded',
    to: order.buyer.email,
    props: refundMail({
      order,
      credit,
      sentAt: back.sentAt,
      creditNoteNumber: note.label,
      hasAccessEnded: closed.length > 0,
      reason: mailedReason(cause, reason),
    }),
    documentIds: [note.documentId],
    dedupeKey: `credited:${cause.refundId ?? cause.disputeId}`,
  })
}

/** Which lines a refund was made for, and why; a dispute names none. */
function namedBy({ payment }: OrderBooks, cause: PaperCause): { reason: string; lineIds: Set<string> } {
  const refund = payment.refunds.find(({ id }) => id === cause.refundId)
  if (!refund) return { reason: RETURN_REASONS.disputed, lineIds: new Set() }
  return { reason: refund.reason, lineIds: new Set(refund.lines.map(({ orderLineId }) => orderLineId)) }
}

function mailedReason(cause: PaperCause, reason: string) {
  if (cause.disputeId !== null) return 'disputed'
  return reason === RETURN_REASONS.owned ? 'already-owned' : 'refund'
}

/** Writes the credit into the row of its refund or dispute; answers the books with it. */
async function noteCredit(
  tx: Prisma.TransactionClient,
  { orderId, cause, credit }: { orderId: string; cause: PaperCause; credit: Credit },
): Promise<OrderBooks> {
  const data = { creditedPence: credit.grossPence, vatPence: credit.vatPence }
  if (cause.refundId !== null) {
    await tx.refund.update({ where: { id: cause.refundId }, data, select: { id: true } })
  }
  if (cause.disputeId !== null) {
    await tx.dispute.update({ where: { id: cause.disputeId }, data, select: { id: true } })
  }
  const books = await readBooks(tx, orderId)
  if (!books) throw new Error(`The books of order ${orderId} are gone`)
  return books
}
