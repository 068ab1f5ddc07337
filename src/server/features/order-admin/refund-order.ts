import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import { type PaymentDeps, syncPayment } from '#server/features/payments/sync-payment.ts'
import { findPaidOrder, type PaidOrder } from '#server/features/refunds/paid-order.ts'
import { createRefund, hasLiveRefund, resolveRefunds } from '#server/features/refunds/refund-rows.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { ShopErrorCode } from '#shared/errors.ts'
import { type Pence, pence, sumPence } from '#shared/money/money.ts'
import {
  amountToRefund,
  creditedOrAskedPence,
  leftToRefund,
  type RefundChoice,
} from '#shared/refunds/refund-quote.ts'
import { isDisputed, isUnsent, type RefundStatus } from '#shared/refunds/refund-states.ts'

/** Stripe's refusals that have an error of their own; any other is REFUND_REFUSED. */
const REFUSALS: Readonly<Record<string, ShopErrorCode>> = {
  charge_disputed: 'REFUND_DISPUTED',
  charge_already_refunded: 'REFUND_MADE_BEFORE',
}

type OrderToRefund = {
  orderId: string
  wish: RefundChoice
  reason: string
  adminId: string
  /** What was credited or requested of the order when the admin decided; a change since then refuses the refund. */
  seenBackPence: Pence
}

/**
 * Refunds lines of a paid order, or an amount. The row is written before Stripe is asked, so that the refund is
 * requested once, and is credited when Stripe accepts it (requirements §5). A repeated request is refused, by its lines
 * or by `seenBackPence`.
 *
 * @throws ShopError ORDER_NOT_FOUND; REFUND_DISPUTED while a bank holds the money; REFUND_PENDING where a line has a
 *   refund; CONFLICT where `seenBackPence` is old; NOTHING_TO_REFUND, REFUND_TOO_MUCH; as sendRefund
 */
export async function refundOrder(
  deps: PaymentDeps,
  order: OrderToRefund,
): Promise<{ refundId: string; status: RefundStatus }> {
  const { refundId, intentId } = await deps.db.$transaction((tx) => writeRefund(tx, deps, order))
  return { refundId, status: await sendRefund(deps, { refundId, intentId }) }
}

/**
 * Syncs the payment of a refund and returns the refund's status. During an outage the refund stays requested and is sent
 * later.
 *
 * @throws ShopError REFUND_DISPUTED, REFUND_MADE_BEFORE, REFUND_REFUSED where Stripe will not make it
 */
export async function sendRefund(
  deps: PaymentDeps,
  { refundId, intentId }: { refundId: string; intentId: string },
): Promise<RefundStatus> {
  await syncPayment(deps, intentId).catch((error: unknown) =>
    deps.log.error({ err: error, refundId }, 'a refund is recorded, and its payment could not be synced'),
  )
  const { status, lastError } = await deps.db.refund.findUniqueOrThrow({
    where: { id: refundId },
    select: { status: true, lastError: true },
  })
  if (status === 'failed') throw new ShopError(REFUSALS[lastError ?? ''] ?? 'REFUND_REFUSED')
  return status
}

/** Step: writes the row of a refund and its audit entry. @throws ShopError as refundOrder, except Stripe's refusals */
export async function writeRefund(
  tx: Prisma.TransactionClient,
  deps: Pick<PaymentDeps, 'clock'>,
  order: OrderToRefund,
): Promise<{ refundId: string; intentId: string; amountPence: Pence }> {
  const { orderId, wish, reason, adminId } = order
  const now = deps.clock.now()
  await lockStudentOfOrder(tx, orderId)
  const paid = await findPaidOrder(tx, orderId)
  if (!paid) throw new ShopError('ORDER_NOT_FOUND')
  if (isDisputed(paid.payment)) throw new ShopError('REFUND_DISPUTED')
  const lineIds = 'lineIds' in wish ? [...new Set(wish.lineIds)] : []
  if ('lineIds' in wish) refuseLines(paid, lineIds)
  const amountPence = checkedAmount(paid, order)
  const { id: paymentId, intentId } = paid.payment
  const keepsAccess = 'amountPence' in wish
  const refund = { paymentId, amountPence, reason, keepsAccess, requestedById: adminId, lineIds, now }
  const refundId = await createRefund(tx, refund)
  // A failed refund of these lines is resolved: this one is its retry.
  await resolveRefunds(
    tx,
    { paymentId, lines: { some: {}, every: { orderLineId: { in: lineIds } } } },
    { resolution: 'retried', note: null, adminId, now },
  )
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'refund.requested',
    subject: { kind: 'order', id: orderId },
    details: { refundId, amountPence, lines: lineIds.length },
  })
  return { refundId, intentId, amountPence }
}

/** Refuses lines of another order and lines that have a refund already. */
function refuseLines({ order, payment }: PaidOrder, lineIds: readonly string[]): void {
  const known = order.lines.filter(({ id }) => lineIds.includes(id))
  if (known.length === 0 || known.length < lineIds.length) throw new ShopError('ORDER_NOT_FOUND')
  if (hasLiveRefund(payment.refunds, lineIds)) throw new ShopError('REFUND_PENDING')
}

function checkedAmount(
  { order, payment, credited }: PaidOrder,
  { wish, seenBackPence }: OrderToRefund,
): Pence {
  const unasked = payment.refunds.filter(isUnsent)
  const askedPence = sumPence(unasked.map(({ amountPence }) => pence(amountPence)))
  const sums = { totalPence: order.totalPence, lines: order.lines, credited, askedPence }
  const leftPence = leftToRefund(sums)
  if (leftPence === 0) throw new ShopError('NOTHING_TO_REFUND')
  if (creditedOrAskedPence(sums) !== seenBackPence) throw new ShopError('CONFLICT')
  const amountPence = amountToRefund(sums, wish)
  if (amountPence <= 0) throw new ShopError('NOTHING_TO_REFUND')
  if (amountPence > leftPence) throw new ShopError('REFUND_TOO_MUCH')
  return amountPence
}

/** The order and the intent of a refund. @throws ShopError NOT_FOUND */
export async function findRefund(
  { db }: Pick<PaymentDeps, 'db'>,
  refundId: string,
): Promise<{ orderId: string; intentId: string }> {
  const refund = await db.refund.findUnique({
    where: { id: refundId },
    select: { payment: { select: { orderId: true, intentId: true } } },
  })
  if (!refund) throw new ShopError('NOT_FOUND')
  return refund.payment
}
