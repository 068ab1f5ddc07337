import type { PaperCause } from '#server/features/documents/number-credit-note.ts'
import { type InvoiceFacts, invoiceFactsSchema } from '#server/features/documents/pdf/facts.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence, subtractPence, sumPence, zeroPence } from '#shared/money/money.ts'
import type { DisputeStatus } from '#shared/refunds/refund-states.ts'
import { type BoughtOrder, boughtOrder } from './bought-order.ts'
import { totalsOf } from './present-papers.ts'
import { findOrder, findReturns, type PaymentReturns } from './queries.ts'
import type { Movement } from './refund-credits.ts'

/** A paid order with its invoice and what went back of it so far. */
export type OrderBooks = {
  order: BoughtOrder
  invoice: InvoiceFacts
  payment: PaymentReturns
  movements: OrderMovement[]
  /** What all credit notes that stand take back, and the VAT in it. */
  credited: { grossPence: Pence; vatPence: Pence }
  /** Lines whose access has ended for it: those that were named, or all where everything went back. */
  returnedLineIds: string[]
}

/** A refund or a dispute as the credit notes see it. */
export type OrderMovement = Movement & { cause: PaperCause; sentAt: Date }

type Refund = PaymentReturns['refunds'][number]

/** Null for an order that was not paid, or that had nothing to pay. */
export async function readBooks(tx: Prisma.TransactionClient, orderId: string): Promise<OrderBooks | null> {
  const full = await findOrder(tx, orderId)
  const payment = await findReturns(tx, orderId)
  if (full?.status !== 'paid' || !payment) return null
  const invoice = await tx.document.findFirstOrThrow({
    where: { orderId, kind: 'invoice', cancelsId: null },
    select: { facts: true },
  })
  const order = boughtOrder(full)
  const returns = [...payment.refunds, ...payment.disputes]
  const credited = {
    grossPence: sumPence(returns.map(({ creditedPence }) => pence(creditedPence))),
    vatPence: sumPence(returns.map(({ vatPence }) => pence(vatPence))),
  }
  return {
    order,
    invoice: invoiceFactsSchema.parse(invoice.facts),
    payment,
    movements: movementsOf(payment),
    credited,
    returnedLineIds: returnedLineIds(order, payment, credited.grossPence),
  }
}

/** Refunds first, each kind the oldest first. */
function movementsOf({ refunds, disputes }: PaymentReturns): OrderMovement[] {
  return [
    ...refunds.map((refund) => ({
      id: refund.id,
      cause: { refundId: refund.id, disputeId: null },
      takenPence: hasGone(refund) ? pence(refund.amountPence) : zeroPence,
      creditedPence: standsCredited(refund),
      sentAt: refund.resolvedAt ?? refund.createdAt,
    })),
    ...disputes.map((dispute) => ({
      id: dispute.id,
      cause: { refundId: null, disputeId: dispute.id },
      takenPence: pence(dispute.takenPence),
      creditedPence: standsCredited(dispute),
      sentAt: dispute.closedAt ?? dispute.openedAt,
    })),
  ]
}

/** What its credit notes take back: papers are never edited, so they are what was said last. */
function standsCredited({ documents }: { documents: readonly { facts: unknown }[] }): Pence {
  return sumPence(documents.map(({ facts }) => totalsOf(facts)))
}

/** Whether the money of a refund went to the buyer, by Stripe or in another way. */
export function hasGone({ status, resolution }: Pick<Refund, 'status' | 'resolution'>): boolean {
  return status === 'pending' || status === 'succeeded' || resolution === 'paidOtherwise'
}

/** Whether a bank holds the money: a refund besides would pay the buyer twice where the dispute is lost. */
export function isDisputed({ disputes }: { disputes: readonly { status: DisputeStatus }[] }): boolean {
  return disputes.some(({ status }) => status === 'open')
}

/** What is left of a payment after all that went back; less than nothing where a bank took what was refunded before. */
export function leftOfPayment({ amountPence, refunds, disputes }: PaymentReturns): Pence {
  const gonePence = sumPence([
    ...refunds.filter(hasGone).map((refund) => pence(refund.amountPence)),
    ...disputes.map(({ takenPence }) => pence(takenPence)),
  ])
  return subtractPence(pence(amountPence), gonePence)
}

/** Whether the last money that went back was an amount after which every film stays open; the oldest refund comes first. */
export function isLeftOpen(
  refunds: readonly Pick<Refund, 'status' | 'resolution' | 'keepsAccess'>[],
): boolean {
  return refunds.filter(hasGone).at(-1)?.keepsAccess ?? false
}

/**
 * A full refund or a lost dispute ends all access of the order, any other refund that of its lines; an amount after
 * which every film stays open ends none, even where it is the last (requirements §5).
 */
function returnedLineIds(order: BoughtOrder, payment: PaymentReturns, creditedPence: Pence): string[] {
  const gone = payment.refunds.filter(hasGone)
  const isTaken = payment.disputes.some(({ takenPence }) => takenPence > 0)
  const isWhole = creditedPence === order.totalPence && !isLeftOpen(payment.refunds)
  if (isTaken || isWhole) return order.lines.map(({ id }) => id)
  return gone.flatMap(({ lines }) => lines.map(({ orderLineId }) => orderLineId))
}
