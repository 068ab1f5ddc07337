import { cancelOrder } from './cancel-order.ts'
import type { SettleDeps } from './settle-payment.ts'
import { tryEach } from './try-each.ts'

const AT_ONCE = 200

/** Cancels orders that waited longer than their 24 hours; one that was paid meanwhile is fulfilled instead. */
export async function cancelExpired(deps: SettleDeps): Promise<void> {
  const orders = await deps.db.order.findMany({
    where: { status: 'open', expiresAt: { lte: deps.clock.now() } },
    // One that cannot be cancelled keeps no other waiting.
    orderBy: [{ cancelTriedAt: { sort: 'asc', nulls: 'first' } }, { expiresAt: 'asc' }],
    take: AT_ONCE,
    select: {
      id: true,
      payment: { select: { intentId: true } },
    },
  })
  await tryEach(deps, {
    things: orders,
    work: (order) => tryToCancel(deps, order),
    failure: 'an expired order could not be cancelled',
  })
}

async function tryToCancel(deps: SettleDeps, order: Parameters<typeof cancelOrder>[1]): Promise<void> {
  try {
    await cancelOrder(deps, order, 'expired')
  } finally {
    await deps.db.order.updateMany({ where: { id: order.id }, data: { cancelTriedAt: deps.clock.now() } })
  }
}
