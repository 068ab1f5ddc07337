import type { Deps } from '#server/deps.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import { hasGone, isDisputed, leftOfPayment } from '#server/features/orders/order-books.ts'
import { type FullOrder, findReturns } from '#server/features/orders/queries.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import type { ChargeFacts, PaymentFacts } from '#server/infra/stripe.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { pence, sumPence } from '#shared/money/money.ts'
import { isUnsent } from '#shared/refunds/refund-states.ts'
import { RETURN_REASONS } from './return-reasons.ts'

type ReturnDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log'>

/** Step: writes down what was paid for an order that had been cancelled, so that it is seen until it has gone back. */
export async function recordReceived(
  deps: Pick<Deps, 'db' | 'clock'>,
  { order, facts, charge }: { order: FullOrder; facts: PaymentFacts; charge: ChargeFacts },
): Promise<void> {
  const now = deps.clock.now()
  const received = {
    status: 'paid',
    chargeId: charge.chargeId,
    method: charge.method,
    feePence: charge.feePence ?? estimateCardFee(facts.receivedPence),
    feeIsEstimate: charge.feePence === null,
    paidAt: order.payment?.paidAt ?? now,
  } as const
  await deps.db.payment.upsert({
    where: { orderId: order.id },
    create: {
      id: newId(now),
      orderId: order.id,
      intentId: facts.intentId,
      amountPence: facts.receivedPence,
      createdAt: now,
      ...received,
    },
    update: received,
    select: { id: true },
  })
}

/**
 * Writes down a refund of what was paid for a cancelled order and has not gone back, to be asked for like any other,
 * and says by mail that everything went back: once, and again when it goes back after a refund failed. No invoice was numbered, so no credit note is: the money came and
 * went. Nothing is asked for while a dispute holds the money, nor after a refund failed: that needs a person.
 */
export async function returnPayment(deps: ReturnDeps, order: FullOrder): Promise<void> {
  const outboxId = await deps.db.$transaction(async (tx) => {
    await lockOrder(tx, order.id)
    const payment = await findReturns(tx, order.id)
    if (!payment) return null
    const { refunds } = payment
    const gone = refunds.filter(hasGone)
    const leftPence = leftOfPayment(payment)
    const unsent = refunds.filter(isUnsent)
    if (leftPence <= 0) {
      await withdraw(tx, deps, unsent)
      if (gone.length === 0) return null
      const isPaidOtherwise = gone.some(({ resolution }) => resolution === 'paidOtherwise')
      const failedCount = refunds.filter(({ status }) => status === 'failed').length
      const sums = { totalPence: payment.amountPence, isPaidOtherwise }
      return mailReturned(tx, deps, order, { sums, failedCount })
    }
    const isHeld = isDisputed(payment) || unsent.some(({ status }) => status === 'held')
    const isLeftToPerson = refunds.some(
      ({ status, resolution }) => status === 'failed' && (resolution === null || resolution === 'dropped'),
    )
    if (isHeld || isLeftToPerson) return null
    if (sumPence(unsent.map(({ amountPence }) => pence(amountPence))) === leftPence) return null
    // Part of it went back at Stripe since it was asked for: another amount is another request.
    await withdraw(tx, deps, unsent)
    await tx.refund.create({
      data: {
        id: newId(deps.clock.now()),
        paymentId: payment.id,
        status: 'requested',
        amountPence: leftPence,
        reason: RETURN_REASONS.cancelled,
        createdAt: deps.clock.now(),
      },
      select: { id: true },
    })
    return null
  })
  await nudgeMail(deps, [outboxId])
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

function mailReturned(
  tx: Prisma.TransactionClient,
  deps: ReturnDeps,
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
    // What failed after it was mailed goes back in another way, which is news.
    dedupeKey: failedCount === 0 ? `returned:${order.id}` : `returned:${order.id}:${failedCount}`,
  })
}
