import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { revokeAccess } from '#server/features/entitlements/revoke-access.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { readBooks } from '#server/features/orders/order-books.ts'
import { isLive } from '#shared/refunds/refund-states.ts'

/**
 * Says which lines a refund made at Stripe was for: their access ends, as if it had named them. The money and
 * its credit note stay as they are (requirements §5).
 *
 * @throws ShopError NOT_FOUND; CONFLICT where the refund failed, has its lines, or a line belongs to another
 */
export async function assignRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  { refundId, lineIds, adminId }: { refundId: string; lineIds: readonly string[]; adminId: string },
): Promise<void> {
  const wanted = new Set(lineIds)
  const now = deps.clock.now()
  const known = await deps.db.refund.findUnique({
    where: { id: refundId },
    select: { payment: { select: { orderId: true } } },
  })
  if (!known) throw new ShopError('NOT_FOUND')
  const { orderId } = known.payment
  await deps.db.$transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const books = await readBooks(tx, orderId)
    const lines = books?.order.lines.filter(({ id }) => wanted.has(id)) ?? []
    if (!books || lines.length === 0 || lines.length < wanted.size) throw new ShopError('NOT_FOUND')
    const refund = books.payment.refunds.find(({ id }) => id === refundId)
    if (!refund || refund.creditedPence === 0 || refund.lines.length > 0) throw new ShopError('CONFLICT')
    const isTaken = books.payment.refunds
      .filter(isLive)
      .some((other) => other.lines.some(({ orderLineId }) => wanted.has(orderLineId)))
    if (isTaken) throw new ShopError('REFUND_PENDING')

    await tx.refundLine.createMany({ data: [...wanted].map((orderLineId) => ({ refundId, orderLineId })) })
    await revokeAccess(tx, { studentId: books.order.studentId, lineIds: [...wanted], now })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'refund.assigned',
      subject: { kind: 'order', id: orderId },
      details: { refundId, lines: wanted.size },
    })
  })
}
