import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { addHours } from '#shared/calendar/durations.ts'

/** Far more than anybody buys; a script that changes its basket for ever stops here. */
const ORDERS_AN_HOUR = 60

/**
 * Refuses a further order, and with it a further payment intent, of a student who made very many within an hour.
 *
 * @throws ShopError RATE_LIMITED
 */
export async function refuseManyOrders(deps: Pick<Deps, 'db' | 'clock'>, studentId: string): Promise<void> {
  const now = deps.clock.now()
  const oldest = await deps.db.order.findFirst({
    where: { studentId, createdAt: { gt: addHours(now, -1) } },
    orderBy: { createdAt: 'desc' },
    skip: ORDERS_AN_HOUR - 1,
    select: { createdAt: true },
  })
  if (!oldest) return
  const waitMs = addHours(oldest.createdAt, 1).getTime() - now.getTime()
  throw new ShopError('RATE_LIMITED', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
}
