import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox } from '#server/features/mail/outbox.ts'
import { findOrder, lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import type { PaymentDeps } from '#server/features/payments/sync-payment.ts'
import { creditRefunds } from '#server/features/refunds/credit-refunds.ts'
import { refundCancelledOrder } from '#server/features/refunds/own-refunds.ts'
import { findPaymentWithRefunds } from '#server/features/refunds/paid-order.ts'
import { hasLiveRefund, repeatRefund, resolveRefunds } from '#server/features/refunds/refund-rows.ts'
import { leftOfPayment } from '#server/features/refunds/refund-rules.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { pence, subtractPence, sumPence } from '#shared/money/money.ts'
import { isDisputed, isUnsent, type RefundStatus } from '#shared/refunds/refund-states.ts'
import { findRefund, sendRefund } from './refund-order.ts'

type Retry = { refundId: string; adminId: string }

type Resolution = {
  refundId: string
  /** Paid to the buyer outside Stripe, or owed no more. */
  resolution: 'paidOtherwise' | 'dropped'
  note: string
  adminId: string
}

/**
 * Requests a failed refund again by another row; the failed row stays as it is.
 *
 * @throws ShopError NOT_FOUND; CONFLICT where it has not failed or was resolved; NOTHING_TO_REFUND, REFUND_TOO_MUCH,
 *   REFUND_PENDING where other refunds were made since; REFUND_DISPUTED while a bank holds the money; as sendRefund
 */
export async function retryRefund(
  deps: PaymentDeps,
  { refundId, adminId }: Retry,
): Promise<{ refundId: string; status: RefundStatus }> {
  const { orderId, intentId } = await findRefund(deps, refundId)
  const retryId = await deps.db.$transaction(async (tx) => {
    await resolve(tx, deps, { orderId, refundId, resolution: 'retried', note: null, adminId })
    return repeatRefund(tx, { refundId, adminId, now: deps.clock.now() })
  })
  return { refundId: retryId, status: await sendRefund(deps, { refundId: retryId, intentId }) }
}

/**
 * Resolves a failed refund: paid to the buyer in another way, which is credited like any refund, or dropped.
 *
 * @throws ShopError as retryRefund, except Stripe's refusals
 */
export async function resolveRefund(deps: PaymentDeps, input: Resolution): Promise<void> {
  const { orderId } = await findRefund(deps, input.refundId)
  const outboxIds = await deps.db.$transaction(async (tx) => {
    await resolve(tx, deps, { ...input, orderId })
    return creditRefunds(tx, deps, orderId)
  })
  await enqueueOutbox(deps, outboxIds)
  const order = await findOrder(deps.db, orderId)
  if (order?.status === 'cancelled') await refundCancelledOrder(deps, order)
}

async function resolve(
  tx: Prisma.TransactionClient,
  deps: PaymentDeps,
  input: Omit<Resolution, 'resolution' | 'note'> & {
    orderId: string
    resolution: 'retried' | Resolution['resolution']
    note: string | null
  },
): Promise<void> {
  const { orderId, refundId, resolution, note, adminId } = input
  await lockStudentOfOrder(tx, orderId)
  if (resolution !== 'dropped')
    await refuseTwice(tx, { orderId, refundId, isAsked: resolution === 'retried' })
  const decision = { resolution, note, adminId, now: deps.clock.now() }
  const count = await resolveRefunds(tx, { id: refundId }, decision)
  if (count === 0) throw new ShopError('CONFLICT')
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: `refund.${resolution}`,
    subject: { kind: 'order', id: orderId },
    details: { refundId, ...(note !== null && { reason: note }) },
  })
}

/** Other refunds may have been made since this one failed: nothing is paid twice. */
async function refuseTwice(
  tx: Prisma.TransactionClient,
  { orderId, refundId, isAsked }: { orderId: string; refundId: string; isAsked: boolean },
): Promise<void> {
  const payment = await findPaymentWithRefunds(tx, orderId)
  const failed = payment?.refunds.find(({ id }) => id === refundId)
  if (!payment || !failed) throw new ShopError('NOT_FOUND')
  if (failed.status !== 'failed' || failed.resolution !== null) throw new ShopError('CONFLICT')
  if (isAsked && isDisputed(payment)) throw new ShopError('REFUND_DISPUTED')
  const asked = payment.refunds.filter(isUnsent).map(({ amountPence }) => pence(amountPence))
  const leftPence = subtractPence(leftOfPayment(payment), sumPence(asked))
  if (leftPence <= 0) throw new ShopError('NOTHING_TO_REFUND')
  if (failed.amountPence > leftPence) throw new ShopError('REFUND_TOO_MUCH')
  const others = payment.refunds.filter(({ id }) => id !== refundId)
  const ownLineIds = failed.lines.map(({ orderLineId }) => orderLineId)
  if (hasLiveRefund(others, ownLineIds)) throw new ShopError('REFUND_PENDING')
}
