import type { Deps } from '#server/deps.ts'
import { lockOrder } from '#server/features/orders/lock-order.ts'
import type { FullOrder } from '#server/features/orders/queries.ts'
import { findOwnedVideoIds } from '#server/features/playback/queries.ts'
import { RETURN_REASONS } from '#server/features/refunds/return-reasons.ts'
import { newId } from '#server/infra/ids.ts'
import type { PaymentFacts } from '#server/infra/stripe.ts'
import { pence, sumPence } from '#shared/money/money.ts'

/**
 * Writes down, before a paid order is fulfilled, a refund of the lines whose film came to the student in
 * another way since the order was frozen (requirements §5). It is asked for after fulfilment; being a row, it
 * is neither forgotten nor written twice.
 */
export async function returnOwnedLines(
  deps: Pick<Deps, 'db' | 'clock'>,
  { order, facts }: { order: Pick<FullOrder, 'id' | 'studentId' | 'lines'>; facts: PaymentFacts },
): Promise<void> {
  const videoIds = new Set(await findOwnedVideoIds(deps, order.studentId))
  const owned = order.lines.filter((line) => videoIds.has(line.videoId))
  const amountPence = sumPence(owned.map(({ grossPence }) => pence(grossPence)))
  if (amountPence === 0) return
  const now = deps.clock.now()
  await deps.db.$transaction(async (tx) => {
    await lockOrder(tx, order.id)
    const open = await tx.order.count({ where: { id: order.id, status: 'open' } })
    if (open === 0) return
    const payment = await tx.payment.upsert({
      where: { orderId: order.id },
      create: {
        id: newId(now),
        orderId: order.id,
        intentId: facts.intentId,
        status: 'open',
        amountPence: facts.receivedPence,
        createdAt: now,
      },
      update: {},
      select: { id: true, refunds: { select: { id: true } } },
    })
    if (payment.refunds.length > 0) return
    await tx.refund.create({
      data: {
        id: newId(now),
        paymentId: payment.id,
        status: 'requested',
        amountPence,
        reason: RETURN_REASONS.owned,
        createdAt: now,
        lines: { create: owned.map(({ id }) => ({ orderLineId: id })) },
      },
      select: { id: true },
    })
  })
}
