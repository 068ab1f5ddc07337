import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { readBooks } from '#server/features/orders/order-books.ts'
import type { SettleDeps } from '#server/features/payments/settle-payment.ts'
import { updateAccess } from '#server/features/refunds/update-credits.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { findRefund, sendRefund } from './refund-order.ts'

/** `same`: the refund made at Stripe is the one that was asked for. `two`: both are meant. */
type RefundAnswerByAdmin = 'same' | 'two'

type Answer = { refundId: string; answer: RefundAnswerByAdmin; adminId: string }

/**
 * Answers whether a refund that is held is the one somebody made at Stripe. Where it is, it is not sent, and the one
 * at Stripe was for its films; where there are two, it is sent (docs/refunds.md).
 *
 * @throws ShopError NOT_FOUND; CONFLICT where it is not held any more; as sendRefund where Stripe refuses
 */
export async function answerRefund(deps: SettleDeps, { refundId, answer, adminId }: Answer): Promise<void> {
  const { orderId, intentId } = await findRefund(deps, refundId)
  await deps.db.$transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const { count } = await tx.refund.updateMany({
      where: { id: refundId, status: 'held' },
      data: answer === 'two' ? { status: 'requested' } : { status: 'withdrawn', settledAt: deps.clock.now() },
    })
    if (count === 0) throw new ShopError('CONFLICT')
    if (answer === 'same') {
      await moveLines(tx, refundId)
      const books = await readBooks(tx, orderId)
      if (books) await updateAccess(tx, deps, books)
    }
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: answer === 'same' ? 'refund.recognised' : 'refund.released',
      subject: { kind: 'order', id: orderId },
      details: { refundId },
    })
  })
  if (answer === 'two') await sendRefund(deps, { refundId, intentId })
}

/** The refund made at Stripe was for what this one was to be for, unless somebody has assigned it already. */
async function moveLines(tx: Prisma.TransactionClient, refundId: string): Promise<void> {
  const held = await tx.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: {
      keepsAccess: true,
      requestedById: true,
      lookalikeId: true,
      lines: { select: { orderLineId: true } },
      lookalike: { select: { lines: { select: { orderLineId: true } } } },
    },
  })
  const { lookalikeId, keepsAccess, requestedById } = held
  if (lookalikeId === null || (held.lookalike?.lines.length ?? 0) > 0) return
  await tx.refund.update({
    where: { id: lookalikeId },
    data: { keepsAccess, requestedById, lines: { create: held.lines } },
    select: { id: true },
  })
}
