import type { EmailProps } from '#emails/props.ts'
import type { Deps } from '#server/deps.ts'
import { type CancellingInvoice, cancelCreditNotes } from '#server/features/documents/cancel-credit-notes.ts'
import type { CreditNoteDetails, InvoiceDetails } from '#server/features/documents/document-details.ts'
import { type CreditCause, numberCreditNote } from '#server/features/documents/number-documents.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import type { BoughtOrder } from '#server/features/orders/bought-order.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { Credit } from '#shared/refunds/split-credit.ts'
import type { OrderMovement, PaidOrder } from './paid-order.ts'
import { REFUND_REASONS } from './refund-rules.ts'

/** Step: numbers the credit note of a credit and queues its mail. Returns the id of the mail's outbox message. */
export async function writeCreditNote(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  input: { paid: PaidOrder; movement: OrderMovement; credit: Credit; hasAccessEnded: boolean },
): Promise<string | null> {
  const { paid, movement, credit, hasAccessEnded } = input
  const { order, invoice } = paid
  const { cause, sentAt } = movement
  const refund = paid.payment.refunds.find(({ id }) => id === cause.refundId)
  const reason = refund?.reason ?? REFUND_REASONS.disputed
  const isPaidOtherwise = refund?.resolution === 'paidOtherwise'
  const details = creditNoteDetails({ order, invoice, credit, reason, sentAt, isPaidOtherwise })
  const note = await numberCreditNote(tx, { order: { ...order, details }, cause, issuedAt: deps.clock.now() })
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

function mailedReason(cause: CreditCause, reason: string) {
  if (cause.disputeId !== null) return 'disputed'
  return reason === REFUND_REASONS.owned ? 'already-owned' : 'refund'
}

/** A cancelled credit note, by the invoice that cancels it. */
export type ReversedCredit = { cause: CreditCause; invoice: CancellingInvoice }

/** Step: cancels the credit notes of a refund that failed or a dispute that was won, each by an invoice. */
export async function reverseCredits(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  { orderId, cause }: { orderId: string; cause: CreditCause },
): Promise<ReversedCredit[]> {
  const invoices = await cancelCreditNotes(tx, { orderId, cause, issuedAt: clock.now() })
  return invoices.map((invoice) => ({ cause, invoice }))
}

/** Step: queues a mail about each, once it is known which access opens. Returns the outbox message ids. */
export async function mailReversals(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'config' | 'seal'>,
  {
    paid,
    reversed,
    hasAccessOpened,
  }: { paid: PaidOrder; reversed: readonly ReversedCredit[]; hasAccessOpened: boolean },
): Promise<(string | null)[]> {
  const { id: orderId, buyer } = paid.order
  const mails: (string | null)[] = []
  for (const { cause, invoice } of reversed) {
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

/** How a credit note names money that did not go back to the payment method. */
const OTHERWISE = 'in another way than it was paid'

/** The details of a credit note without number and date; seller, buyer and rate are those of the invoice. */
function creditNoteDetails(input: {
  order: Pick<BoughtOrder, 'id'>
  invoice: InvoiceDetails
  credit: Credit
  reason: string
  sentAt: Date
  isPaidOtherwise: boolean
}): Omit<CreditNoteDetails, 'number' | 'issuedAt'> {
  const { invoice, credit, isPaidOtherwise } = input
  const { number, issuedAt, seller, buyer, vatRate, method } = invoice
  const { lines } = credit
  return {
    orderId: input.order.id,
    seller,
    buyer,
    vatRate,
    invoice: { number, issuedAt },
    reason: input.reason,
    lines:
      lines.length > 0
        ? lines.map((line) => ({ description: `${line.title}, film`, ...sumsOf(line) }))
        : [{ description: `Part of invoice ${number}`, ...sumsOf(credit) }],
    totals: sumsOf(credit),
    refund:
      method === null
        ? null
        : { refundedAt: input.sentAt.toISOString(), method: isPaidOtherwise ? OTHERWISE : method },
  }
}

function sumsOf({ exVatPence, vatPence, grossPence }: Omit<Credit, 'lines'>) {
  return { netPence: exVatPence, vatPence, grossPence }
}

/** The mail about a refund. */
function refundMail(input: {
  order: BoughtOrder
  credit: Credit
  sentAt: Date
  creditNoteNumber: string
  hasAccessEnded: boolean
  isPaidOtherwise: boolean
  reason: Exclude<EmailProps<'payment-refunded'>['reason'], 'order-cancelled'>
}): Omit<EmailProps<'payment-refunded'>, 'site'> {
  const { order, credit, creditNoteNumber, hasAccessEnded, isPaidOtherwise } = input
  return {
    username: order.buyer.username,
    orderId: order.id,
    refundedAt: input.sentAt.toISOString(),
    reason: input.reason,
    lines: credit.lines.map(({ title, grossPence }) => ({ title, pence: grossPence })),
    totalPence: credit.grossPence,
    creditNoteNumber,
    hasAccessEnded,
    isPaidOtherwise,
  }
}
