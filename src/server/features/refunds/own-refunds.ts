import type { Deps } from '#server/deps.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { type FullOrder, lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { pence, sumPence } from '#shared/money/money.ts'
import { isDisputed, isPaidOut, isUnsent } from '#shared/refunds/refund-states.ts'
import { findPaymentWithRefunds } from './paid-order.ts'
import { createRefund } from './refund-rows.ts'
import { leftOfPayment, REFUND_REASONS } from './refund-rules.ts'

type OwnRefundDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

/**
 * Creates the refund of what was paid for a cancelled order, or queues the mail once all of it is refunded. The order
 * has no invoice, so it gets no credit note. While a dispute holds the money, or after a refund failed, an admin decides.
 */
export async function refundCancelledOrder(deps: OwnRefundDeps, order: FullOrder): Promise<void> {
  const outboxId = await deps.db.$transaction(async (tx) => {
    await lockStudentOfOrder(tx, order.id)
    const payment = await findPaymentWithRefunds(tx, order.id)
    if (!payment) return null
    const { refunds } = payment
    const paidOut = refunds.filter(isPaidOut)
    const leftPence = leftOfPayment(payment)
    const unsent = refunds.filter(isUnsent)
    if (leftPence <= 0) {
      await withdraw(tx, deps, unsent)
      if (paidOut.length === 0) return null
      const isPaidOtherwise = paidOut.some(({ resolution }) => resolution === 'paidOtherwise')
      const failedCount = refunds.filter(({ status }) => status === 'failed').length
      const sums = { totalPence: payment.amountPence, isPaidOtherwise }
      return mailRefunded(tx, deps, order, { sums, failedCount })
    }
    const isHeld = isDisputed(payment) || unsent.some(({ status }) => status === 'held')
    const isLeftToAdmin = refunds.some(
      ({ status, resolution }) => status === 'failed' && (resolution === null || resolution === 'dropped'),
    )
    if (isHeld || isLeftToAdmin) return null
    if (sumPence(unsent.map(({ amountPence }) => pence(amountPence))) === leftPence) return null
    // A part was refunded at Stripe since the request: another amount needs another request.
    await withdraw(tx, deps, unsent)
    await createRefund(tx, {
      paymentId: payment.id,
      amountPence: leftPence,
      reason: REFUND_REASONS.cancelled,
      requestedById: null,
      now: deps.clock.now(),
    })
    return null
  })
  await enqueueOutbox(deps, [outboxId])
}

async function withdraw(
  tx: Prisma.TransactionClient,
  { clock }: Pick<Deps, 'clock'>,
  unsent: readonly { id: string }[],
): Promise<void> {
  await tx.refund.updateMany({
    where: { id: { in: unsent.map(({ id }) => id) } },
    data: { status: 'withdrawn', settledAt: clock.now() },
  })
}

function mailRefunded(
  tx: Prisma.TransactionClient,
  deps: OwnRefundDeps,
  order: FullOrder,
  { sums, failedCount }: { sums: { totalPence: number; isPaidOtherwise: boolean }; failedCount: number },
): Promise<string | null> {
  return queueMail(tx, deps, {
    template: 'payment-refunded',
    to: order.student.email,
    props: {
      username: order.student.username,
      orderId: order.id,
      refundedAt: deps.clock.now().toISOString(),
      reason: 'order-cancelled',
      lines: order.lines.map((line) => ({ title: line.title, pence: line.grossPence })),
      ...sums,
      creditNoteNumber: null,
      hasAccessEnded: false,
    },
    // A refund that failed after its mail is paid in another way, which needs a mail of its own.
    dedupeKey: failedCount === 0 ? `returned:${order.id}` : `returned:${order.id}:${failedCount}`,
  })
}

/**
 * Ends the shop's own requests that Stripe can never make, because other refunds left less of the payment. Where
 * nothing is left they are withdrawn; else they fail, and an admin says whether the other refund was for them.
 */
export async function withdrawOwnRefunds(deps: Pick<Deps, 'db' | 'clock'>, orderId: string): Promise<void> {
  const own = { payment: { orderId }, requestedById: null }
  const unsent = await deps.db.refund.count({ where: { ...own, status: { in: ['requested', 'waiting'] } } })
  if (unsent === 0) return
  await deps.db.$transaction(async (tx) => {
    await lockStudentOfOrder(tx, orderId)
    const payment = await findPaymentWithRefunds(tx, orderId)
    if (!payment) return
    const leftPence = leftOfPayment(payment)
    const settledAt = deps.clock.now()
    for (const { id, amountPence } of payment.refunds.filter(isOwnUnsent)) {
      if (pence(amountPence) <= leftPence) continue
      const isOver = leftPence <= 0
      await tx.refund.update({
        where: { id },
        data: isOver
          ? { status: 'withdrawn', settledAt }
          : { status: 'failed', settledAt, lastError: 'less than that is left of the payment' },
        select: { id: true },
      })
    }
  })
}

function isOwnUnsent(refund: {
  status: Parameters<typeof isUnsent>[0]['status']
  requestedById: string | null
}) {
  return refund.requestedById === null && refund.status !== 'held' && isUnsent(refund)
}
