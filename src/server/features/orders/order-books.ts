import { type InvoiceFacts, invoiceFactsSchema } from '#server/features/papers/documents/facts.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence, sumPence } from '#shared/money.ts'
import { type BoughtOrder, boughtOrder } from './bought-order.ts'
import { findOrder, findReturns, type PaymentReturns } from './queries.ts'

/** A paid order with its invoice and what went back of it so far. */
export type OrderBooks = {
  order: BoughtOrder
  invoice: InvoiceFacts
  payment: PaymentReturns
  /** What all credit notes that stand take back, and the VAT in it. */
  credited: { grossPence: Pence; vatPence: Pence }
  /** Lines whose access has ended for it: those that were named, or all where everything went back. */
  returnedLineIds: string[]
}

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
    credited,
    returnedLineIds: returnedLineIds(order, payment, credited.grossPence),
  }
}

/** A full refund or a lost dispute ends all access of the order, any other refund that of its lines (requirements §5). */
function returnedLineIds(order: BoughtOrder, payment: PaymentReturns, creditedPence: Pence): string[] {
  const isLost = payment.disputes.some(({ status }) => status === 'lost')
  if (isLost || creditedPence === order.totalPence) return order.lines.map(({ id }) => id)
  return payment.refunds
    .filter((refund) => refund.creditedPence > 0)
    .flatMap(({ lines }) => lines.map(({ orderLineId }) => orderLineId))
}
