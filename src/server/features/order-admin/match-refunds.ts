import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import type { PaymentDeps } from '#server/features/payments/sync-payment.ts'
import { updateEntitlements } from '#server/features/refunds/credit-refunds.ts'
import { findPaidOrder } from '#server/features/refunds/paid-order.ts'
import { assignLines, hasLiveRefund, releaseRefund } from '#server/features/refunds/refund-rows.ts'
import { findRefund, sendRefund } from './refund-order.ts'

/** `same`: the refund made at Stripe is the requested one. `two`: both are meant. */
type Answer = { refundId: string; answer: 'same' | 'two'; adminId: string }

/**
 * Answers whether a held refund is the same as the one made at Stripe. If so it is withdrawn, and its lines become those
 * of the refund at Stripe; else it is sent (docs/refunds.md).
 *
 * @throws ShopError NOT_FOUND; CONFLICT where it is not held any more; as sendRefund where Stripe refuses
 */
export async function answerRefund(deps: PaymentDeps, { refundId, answer, adminId }: Answer): Promise<void> {
  const { orderId, intentId } = await findRefund(deps, refundId)
  await deps.db.$transaction(async (tx) => {
    await lockStudentOfOrder(tx, orderId)
    const isReleased = await releaseRefund(tx, { refundId, answer, now: deps.clock.now() })
    if (!isReleased) throw new ShopError('CONFLICT')
    if (answer === 'same') {
      const paid = await findPaidOrder(tx, orderId)
      if (paid) await updateEntitlements(tx, deps, paid)
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

/**
 * Assigns order lines to a refund made at Stripe: their entitlements are revoked. The money and the credit note stay as
 * they are (requirements §5).
 *
 * @throws ShopError NOT_FOUND; CONFLICT where the refund failed, has its lines, or a line belongs to another
 */
export async function assignRefund(
  deps: Pick<Deps, 'db' | 'clock'>,
  { refundId, lineIds, adminId }: { refundId: string; lineIds: readonly string[]; adminId: string },
): Promise<void> {
  const wanted = [...new Set(lineIds)]
  const { orderId } = await findRefund(deps, refundId)
  await deps.db.$transaction(async (tx) => {
    await lockStudentOfOrder(tx, orderId)
    const paid = await findPaidOrder(tx, orderId)
    const lines = paid?.order.lines.filter(({ id }) => wanted.includes(id)) ?? []
    if (!paid || lines.length === 0 || lines.length < wanted.length) throw new ShopError('NOT_FOUND')
    const { refunds } = paid.payment
    const refund = refunds.find(({ id }) => id === refundId)
    if (!refund || refund.creditedPence === 0 || refund.lines.length > 0) throw new ShopError('CONFLICT')
    if (hasLiveRefund(refunds, wanted)) throw new ShopError('REFUND_PENDING')

    await assignLines(tx, { refundId, lineIds: wanted })
    const assigned = await findPaidOrder(tx, orderId)
    if (assigned) await updateEntitlements(tx, deps, assigned)
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'refund.assigned',
      subject: { kind: 'order', id: orderId },
      details: { refundId, lines: wanted.length },
    })
  })
}
