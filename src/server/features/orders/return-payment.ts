import type { Deps } from '#server/deps.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { newId } from '#server/infra/ids.ts'
import type { ChargeFacts, PaymentFacts } from '#server/infra/stripe.ts'
import { estimateCardFee } from '#shared/card-fee.ts'
import { subtractPence, sumPence } from '#shared/money.ts'
import { lockOrder } from './lock-order.ts'
import type { FullOrder } from './queries.ts'

type ReturnDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'queue' | 'seal' | 'log' | 'payments'>

type PaidForNothing = { order: FullOrder; facts: PaymentFacts; charge: ChargeFacts }

/**
 * Gives back what was paid for an order that had been cancelled, and says so by mail, once. Stripe's
 * idempotency key and the mail's key make a second call harmless. No invoice was numbered, so no credit note
 * is: the money came and went. The refund's row is written with those made by anybody else. Answers whether
 * Stripe was asked just now.
 */
export async function returnPayment(deps: ReturnDeps, paid: PaidForNothing): Promise<boolean> {
  const { order, facts, charge } = paid
  const fate = await sendBack(deps, paid)
  const now = deps.clock.now()
  const feePence = charge.feePence ?? estimateCardFee(facts.receivedPence)
  const received = {
    status: 'paid',
    chargeId: charge.chargeId,
    method: charge.method,
    feePence,
    feeIsEstimate: charge.feePence === null,
    paidAt: order.payment?.paidAt ?? now,
  } as const
  const outboxId = await deps.db.$transaction(async (tx) => {
    await lockOrder(tx, order.id)
    await tx.payment.upsert({
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
    if (fate === 'stays') return null
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
  return fate === 'asked'
}

/**
 * Asks for what has not gone back yet. Nothing is asked while a dispute is open, which holds the money, nor
 * after a refund failed: that needs a person.
 */
async function sendBack(
  deps: ReturnDeps,
  { order, facts, charge }: PaidForNothing,
): Promise<'asked' | 'gone' | 'stays'> {
  const gone = [
    ...charge.refunds.filter(({ status }) => status !== 'failed'),
    ...charge.disputes.filter(({ status }) => status === 'lost'),
  ]
  const leftPence = subtractPence(facts.receivedPence, sumPence(gone.map(({ amountPence }) => amountPence)))
  if (leftPence <= 0) return 'gone'
  if (charge.disputes.some(({ status }) => status === 'open')) return 'stays'
  if (charge.refunds.some(({ status }) => status === 'failed')) {
    deps.log.error({ orderId: order.id }, 'the refund of a cancelled order failed and needs a person')
    return 'stays'
  }
  const { intentId } = facts
  // Somebody may have refunded a part at Stripe since the last try: another amount is another request.
  const requestId = `${order.id}-${leftPence}`
  const answer = await deps.payments.refund({ intentId, amountPence: leftPence, requestId })
  if (answer.kind === 'refund') return 'asked'
  deps.log.error({ orderId: order.id, code: answer.code }, 'Stripe refused to send back a payment')
  return 'stays'
}
