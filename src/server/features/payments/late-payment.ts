import type { Deps } from '#server/deps.ts'
import { type FullOrder, findHoldings, lockStudentOfOrder } from '#server/features/orders/order-queries.ts'
import { createRefund } from '#server/features/refunds/refund-rows.ts'
import { REFUND_REASONS } from '#server/features/refunds/refund-rules.ts'
import { newId } from '#server/infra/ids.ts'
import type { ChargeDetails, PaymentDetails } from '#server/infra/stripe.ts'
import { estimateCardFee } from '#shared/money/card-fee.ts'
import { pence, sumPence } from '#shared/money/money.ts'

/** Records the payment of an order that was cancelled before, so that it is visible until it is refunded. */
export async function recordLatePayment(
  deps: Pick<Deps, 'db' | 'clock'>,
  { order, details, charge }: { order: FullOrder; details: PaymentDetails; charge: ChargeDetails },
): Promise<void> {
  const now = deps.clock.now()
  const received = {
    status: 'paid',
    chargeId: charge.chargeId,
    method: charge.method,
    cardEnding: charge.cardEnding,
    feePence: charge.feePence ?? estimateCardFee(details.receivedPence),
    feeIsEstimate: charge.feePence === null,
    paidAt: order.payment?.paidAt ?? now,
  } as const
  await deps.db.payment.upsert({
    where: { orderId: order.id },
    create: {
      id: newId(now),
      orderId: order.id,
      intentId: details.intentId,
      amountPence: details.receivedPence,
      createdAt: now,
      ...received,
    },
    update: received,
    select: { id: true },
  })
}

/**
 * Creates, before a paid order is fulfilled, the refund of lines whose video the student has got in another way since
 * the order was frozen (requirements §5). Stripe is asked after fulfilment; the row keeps it from being lost or doubled.
 */
export async function refundOwnedLines(
  deps: Pick<Deps, 'db' | 'clock'>,
  { order, details }: { order: Pick<FullOrder, 'id' | 'studentId' | 'lines'>; details: PaymentDetails },
): Promise<void> {
  const { ownedVideoIds, renewableVideoIds } = await findHoldings(deps, order.studentId)
  const renewable = new Set(renewableVideoIds)
  const taken = new Set(ownedVideoIds.filter((videoId) => !renewable.has(videoId)))
  const owned = order.lines.filter((line) => taken.has(line.videoId))
  const amountPence = sumPence(owned.map(({ grossPence }) => pence(grossPence)))
  if (amountPence === 0) return
  const now = deps.clock.now()
  await deps.db.$transaction(async (tx) => {
    await lockStudentOfOrder(tx, order.id)
    const open = await tx.order.count({ where: { id: order.id, status: 'open' } })
    if (open === 0) return
    const payment = await tx.payment.upsert({
      where: { orderId: order.id },
      create: {
        id: newId(now),
        orderId: order.id,
        intentId: details.intentId,
        status: 'open',
        amountPence: details.receivedPence,
        createdAt: now,
      },
      update: {},
      select: { id: true, refunds: { select: { id: true } } },
    })
    if (payment.refunds.length > 0) return
    await createRefund(tx, {
      paymentId: payment.id,
      amountPence,
      reason: REFUND_REASONS.owned,
      requestedById: null,
      lineIds: owned.map(({ id }) => id),
      now,
    })
  })
}
