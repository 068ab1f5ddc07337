import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence, smallerPence, sumPence } from '#shared/money.ts'
import { lockOrder } from './lock-order.ts'
import { type OrderBooks, readBooks } from './order-books.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'

type LinesToRefund = { orderId: string; lineIds: readonly string[]; reason: string; adminId: string }

/**
 * Refunds lines of a paid order at what was paid for them, or at what is left of the order where that is less.
 * The refund is a row before Stripe is asked, so that it is asked for once, whatever dies in between; its
 * consequences follow when Stripe has taken it on (requirements §5).
 *
 * @throws ShopError ORDER_NOT_FOUND; CONFLICT where a line is being refunded already, nothing is left, or
 *   Stripe refuses
 */
export async function refundLines(deps: SettleDeps, wish: LinesToRefund): Promise<{ refundId: string }> {
  const { refundId, intentId } = await deps.db.$transaction((tx) => writeRefund(tx, deps, wish))
  await settlePayment(deps, intentId)
  const { status } = await deps.db.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: { status: true },
  })
  if (status === 'failed') throw new ShopError('REFUND_REFUSED')
  return { refundId }
}

async function writeRefund(tx: Prisma.TransactionClient, deps: SettleDeps, wish: LinesToRefund) {
  const now = deps.clock.now()
  await lockOrder(tx, wish.orderId)
  const books = await readBooks(tx, wish.orderId)
  if (!books) throw new ShopError('ORDER_NOT_FOUND')
  const amountPence = amountToRefund(books, new Set(wish.lineIds))
  const refundId = newId(now)
  await tx.refund.create({
    data: {
      id: refundId,
      paymentId: books.payment.id,
      status: 'pending',
      amountPence,
      reason: wish.reason,
      requestedById: wish.adminId,
      createdAt: now,
      lines: { create: [...new Set(wish.lineIds)].map((orderLineId) => ({ orderLineId })) },
    },
    select: { id: true },
  })
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: wish.adminId },
    action: 'refund.requested',
    subject: { kind: 'order', id: wish.orderId },
    details: { refundId, amountPence, lines: wish.lineIds.length },
  })
  return { refundId, intentId: books.payment.intentId }
}

function amountToRefund({ order, payment, credited }: OrderBooks, lineIds: ReadonlySet<string>): Pence {
  const lines = order.lines.filter(({ id }) => lineIds.has(id))
  if (lines.length === 0 || lines.length < lineIds.size) throw new ShopError('ORDER_NOT_FOUND')
  const standing = payment.refunds.filter(({ status }) => status !== 'failed')
  if (standing.some((refund) => refund.lines.some(({ orderLineId }) => lineIds.has(orderLineId)))) {
    throw new ShopError('REFUND_PENDING')
  }
  const unasked = standing.filter(({ stripeRefundId }) => stripeRefundId === null)
  const wantedPence = sumPence(unasked.map(({ amountPence }) => pence(amountPence)))
  const leftPence = pence(order.totalPence - credited.grossPence - wantedPence)
  const amountPence = smallerPence(sumPence(lines.map(({ grossPence }) => grossPence)), leftPence)
  if (amountPence <= 0) throw new ShopError('NOTHING_TO_REFUND')
  return amountPence
}
