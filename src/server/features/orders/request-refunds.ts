import type { Deps } from '#server/deps.ts'
import type { ChargeFacts } from '#server/infra/stripe.ts'
import { pence } from '#shared/money.ts'

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'payments'>

/**
 * Asks Stripe for the refunds of a payment that were written down and not answered yet, by whoever wrote them
 * and died. The row's id makes a second question the same one; a refund Stripe will not make is marked failed.
 * Answers whether anything was asked, so that what was read of Stripe before is out of date.
 */
export async function requestRefunds(
  deps: RequestDeps,
  { orderId, intentId, charge }: { orderId: string; intentId: string; charge: ChargeFacts },
): Promise<boolean> {
  const waiting = await deps.db.refund.findMany({
    where: { payment: { orderId }, status: { in: ['requested', 'waiting'] } },
    orderBy: { createdAt: 'asc' },
    select: { id: true, amountPence: true },
  })
  const made = new Set(charge.refunds.map(({ requestId }) => requestId))
  const unasked = waiting.filter(({ id }) => !made.has(id))
  for (const { id, amountPence } of unasked) {
    const answer = await deps.payments.refund({ intentId, amountPence: pence(amountPence), requestId: id })
    if (answer.kind === 'refund') continue
    deps.log.error({ orderId, refundId: id, code: answer.code }, 'Stripe refused a refund')
    await deps.db.refund.updateMany({
      where: { id, status: { in: ['requested', 'waiting'] } },
      data: { status: 'failed', settledAt: deps.clock.now() },
    })
  }
  return unasked.length > 0
}
