import type { Deps } from '#server/deps.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { newId } from '#server/infra/ids.ts'
import type { ChargeFacts, PaymentFacts } from '#server/infra/stripe.ts'
import { estimateCardFee } from '#shared/card-fee.ts'
import type { FullOrder } from './queries.ts'

type ReturnDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log' | 'payments'>

/**
 * Gives back what was paid for an order that had been cancelled, and says so by mail, once. Stripe's
 * idempotency key and the mail's key make a second call harmless. No invoice was numbered, so no credit note
 * is: the money came and went.
 */
export async function returnPayment(
  deps: ReturnDeps,
  { order, facts, charge }: { order: FullOrder; facts: PaymentFacts; charge: ChargeFacts },
): Promise<void> {
  const refundId = await deps.payments.refund({
    intentId: facts.intentId,
    amountPence: facts.receivedPence,
    key: order.id,
  })
  const now = deps.clock.now()
  const feePence = charge.feePence ?? estimateCardFee(facts.receivedPence)
  const received = {
    status: 'paid',
    chargeId: charge.chargeId,
    method: charge.method,
    feePence,
    feeIsEstimate: charge.feePence === null,
    refundedPence: facts.receivedPence,
    paidAt: now,
  } as const
  const outboxId = await deps.db.$transaction(async (tx) => {
    const payment = await tx.payment.upsert({
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
    await tx.refund.createMany({
      data: {
        id: newId(now),
        paymentId: payment.id,
        stripeRefundId: refundId,
        status: 'pending',
        amountPence: facts.receivedPence,
        vatPence: 0,
        reason: 'The order had been cancelled',
        createdAt: now,
      },
      skipDuplicates: true,
    })
    return queueMail(tx, deps, {
      template: 'payment-refunded',
      to: order.student.email,
      props: {
        username: order.student.username,
        orderId: order.id,
        refundedAt: now.toISOString(),
        reason: 'order-cancelled',
        lines: order.lines.map((line) => ({ title: line.title, pence: line.grossPence })),
        totalPence: facts.receivedPence,
        creditNoteNumber: null,
        hasAccessEnded: false,
      },
      dedupeKey: `returned:${order.id}`,
    })
  })
  await nudgeMail(deps, [outboxId])
}
