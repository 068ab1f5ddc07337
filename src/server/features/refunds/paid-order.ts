import type { Deps } from '#server/deps.ts'
import {
  type InvoiceDetails,
  invoiceDetailsSchema,
  totalOfDetails,
} from '#server/features/documents/document-details.ts'
import type { CreditCause } from '#server/features/documents/number-documents.ts'
import { type BoughtOrder, boughtOrder } from '#server/features/orders/bought-order.ts'
import { findOrder } from '#server/features/orders/order-queries.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence, sumPence, zeroPence } from '#shared/money/money.ts'
import { isPaidOut } from '#shared/refunds/refund-states.ts'
import { lastRefundKeepsAccess, type Movement } from './refund-rules.ts'

/** The credit notes of a refund or a dispute that no invoice has cancelled. */
const STANDING_NOTES = {
  where: { kind: 'creditNote', cancelledBy: null },
  select: { details: true },
} satisfies Prisma.Refund$documentsArgs

const REFUND_FIELDS = {
  id: true,
  intentId: true,
  amountPence: true,
  refunds: {
    orderBy: { createdAt: 'asc' },
    select: {
      id: true,
      stripeRefundId: true,
      status: true,
      amountPence: true,
      creditedPence: true,
      vatPence: true,
      reason: true,
      keepsAccess: true,
      requestedById: true,
      lookalikeId: true,
      createdAt: true,
      resolution: true,
      resolvedAt: true,
      lines: { select: { orderLineId: true } },
      documents: STANDING_NOTES,
    },
  },
  disputes: {
    orderBy: { openedAt: 'asc' },
    select: {
      id: true,
      stripeDisputeId: true,
      status: true,
      takenPence: true,
      movementCount: true,
      creditedPence: true,
      vatPence: true,
      openedAt: true,
      closedAt: true,
      documents: STANDING_NOTES,
    },
  },
} satisfies Prisma.PaymentSelect

/** The payment of an order with all its refunds and disputes. */
export type PaymentWithRefunds = Prisma.PaymentGetPayload<{ select: typeof REFUND_FIELDS }>

/** Null for an order without a payment. */
export function findPaymentWithRefunds(
  db: Pick<Deps['db'], 'payment'>,
  orderId: string,
): Promise<PaymentWithRefunds | null> {
  return db.payment.findUnique({ where: { orderId }, select: REFUND_FIELDS })
}

/** A paid order with its invoice, its refunds and disputes, and what stands credited. */
export type PaidOrder = {
  order: BoughtOrder
  invoice: InvoiceDetails
  payment: PaymentWithRefunds
  movements: OrderMovement[]
  /** The sum of all credit notes that stand. */
  credited: { grossPence: Pence; vatPence: Pence }
  /** Lines whose access ends: the refunded ones, or all where the whole order is refunded. */
  refundedLineIds: string[]
}

/** A refund or a dispute as the credit notes see it. */
export type OrderMovement = Movement & { cause: CreditCause; sentAt: Date }

/** Null for an order that was not paid, or that had nothing to pay. */
export async function findPaidOrder(
  tx: Prisma.TransactionClient,
  orderId: string,
): Promise<PaidOrder | null> {
  const full = await findOrder(tx, orderId)
  const payment = await findPaymentWithRefunds(tx, orderId)
  if (full?.status !== 'paid' || !payment) return null
  const invoice = await tx.document.findFirstOrThrow({
    where: { orderId, kind: 'invoice', cancelsId: null },
    select: { details: true },
  })
  const order = boughtOrder(full)
  const returns = [...payment.refunds, ...payment.disputes]
  const credited = {
    grossPence: sumPence(returns.map(({ creditedPence }) => pence(creditedPence))),
    vatPence: sumPence(returns.map(({ vatPence }) => pence(vatPence))),
  }
  return {
    order,
    invoice: invoiceDetailsSchema.parse(invoice.details),
    payment,
    movements: movementsOf(payment),
    credited,
    refundedLineIds: refundedLineIds(order, payment, credited.grossPence),
  }
}

/** Refunds first, each kind the oldest first. */
function movementsOf({ refunds, disputes }: PaymentWithRefunds): OrderMovement[] {
  return [
    ...refunds.map((refund) => ({
      id: refund.id,
      cause: { refundId: refund.id, disputeId: null },
      takenPence: isPaidOut(refund) ? pence(refund.amountPence) : zeroPence,
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

/** What its standing credit notes say; the row may be behind them. */
function standsCredited({ documents }: { documents: readonly { details: unknown }[] }): Pence {
  return sumPence(documents.map(({ details }) => totalOfDetails(details)))
}

/**
 * A full refund or a lost dispute ends the access of all lines, any other refund that of its own. An amount ends none,
 * even where it is the last of the money (requirements §5).
 */
function refundedLineIds(order: BoughtOrder, payment: PaymentWithRefunds, creditedPence: Pence): string[] {
  const paidOut = payment.refunds.filter(isPaidOut)
  const isTaken = payment.disputes.some(({ takenPence }) => takenPence > 0)
  const isWhole = creditedPence === order.totalPence && !lastRefundKeepsAccess(payment.refunds)
  if (isTaken || isWhole) return order.lines.map(({ id }) => id)
  return paidOut.flatMap(({ lines }) => lines.map(({ orderLineId }) => orderLineId))
}
