import type { Deps } from '#server/deps.ts'
import { isOutage, ShopError } from '#server/errors.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addDays, addHours, addMinutes } from '#shared/calendar/durations.ts'
import { UNSETTLED_REFUNDS } from '#shared/refunds/refund-states.ts'
import { cancelOrder } from './cancel-order.ts'
import { catchUpEvents } from './catch-up-events.ts'
import { handleEvent, WAITING_EVENT } from './stripe-events.ts'
import { type PaymentDeps, syncPayment } from './sync-payment.ts'

/** How long the browser and the webhook have before reconciliation syncs a payment. */
const WEBHOOK_MINUTES = 2
const AT_ONCE = 200
/** How long an intent that Stripe did not know is looked up, hourly. */
const UNKNOWN_INTENT_DAYS = 30
const FAILURE = 'reconciliation failed for one payment'

/**
 * Syncs what a missing webhook or a dead worker left behind: stored events, unfinished payments, estimated fees,
 * unanswered refunds (requirements §5). What fails goes behind the others.
 */
export async function reconcilePayments(deps: PaymentDeps): Promise<void> {
  await catchUpEvents(deps).catch((error: unknown) =>
    deps.log.error({ err: error }, 'the events of Stripe could not be read'),
  )
  const before = addMinutes(deps.clock.now(), -WEBHOOK_MINUTES)
  const events = await deps.db.stripeEvent.findMany({
    where: { ...WAITING_EVENT, receivedAt: { lt: before } },
    orderBy: [{ attempts: 'asc' }, { receivedAt: 'asc' }],
    take: AT_ONCE,
    select: { id: true },
  })
  await tryEach(deps, { items: events, work: (event) => handleEvent(deps, event.id), failure: FAILURE })

  const payments = await deps.db.payment.findMany({
    where: { createdAt: { lt: before }, OR: unsettledPayments(deps) },
    orderBy: [{ reconciledAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'asc' }],
    take: AT_ONCE,
    select: { id: true, intentId: true },
  })
  await tryEach(deps, { items: payments, work: (payment) => syncAgain(deps, payment), failure: FAILURE })
}

function unsettledPayments({ db, clock }: PaymentDeps): Prisma.PaymentWhereInput[] {
  const now = clock.now()
  const isOpen = { status: { in: ['open', 'processing'] } } satisfies Prisma.PaymentWhereInput
  const cancelledAt = { gte: addDays(now, -UNKNOWN_INTENT_DAYS) }
  return [
    { ...isOpen, order: { status: { not: 'cancelled' } } },
    // Stripe did not know its intent: if it does now, the intent has to be cancelled.
    {
      ...isOpen,
      order: { status: 'cancelled', cancelledAt },
      OR: [{ reconciledAt: null }, { reconciledAt: { lt: addHours(now, -1) } }],
    },
    // Paid for a cancelled order, and the process died before it created the refund.
    {
      status: 'paid',
      order: { status: 'cancelled' },
      refundedPence: { lt: db.payment.fields.amountPence },
      refunds: { none: { status: 'failed' } },
      disputes: { none: { status: 'lost' } },
    },
    { status: 'paid', feeIsEstimate: true },
    { refunds: { some: { status: { in: [...UNSETTLED_REFUNDS] } } } },
    { disputes: { some: { status: { in: ['inquiry', 'open'] } } } },
  ]
}

/** A payment that fails goes behind the others. */
async function syncAgain(deps: PaymentDeps, payment: { id: string; intentId: string }): Promise<void> {
  try {
    await syncPayment(deps, payment.intentId)
  } catch (error) {
    // It stands under Needs attention: asked for again, it is no news.
    if (!(error instanceof ShopError && error.code === 'PAYMENT_NOT_FOUND')) throw error
  } finally {
    await deps.db.payment.update({
      where: { id: payment.id },
      data: { reconciledAt: deps.clock.now() },
      select: { id: true },
    })
  }
}

/** Cancels open orders after their 24 hours; one that was paid meanwhile is fulfilled instead. */
export async function cancelExpired(deps: PaymentDeps): Promise<void> {
  const orders = await deps.db.order.findMany({
    where: { status: 'open', expiresAt: { lte: deps.clock.now() } },
    // An order that cannot be cancelled goes behind the others.
    orderBy: [{ cancelTriedAt: { sort: 'asc', nulls: 'first' } }, { expiresAt: 'asc' }],
    take: AT_ONCE,
    select: {
      id: true,
      payment: { select: { intentId: true } },
    },
  })
  await tryEach(deps, {
    items: orders,
    work: (order) => tryToCancel(deps, order),
    failure: 'an expired order could not be cancelled',
  })
}

async function tryToCancel(deps: PaymentDeps, order: Parameters<typeof cancelOrder>[1]): Promise<void> {
  try {
    await cancelOrder(deps, order, 'expired')
  } finally {
    await deps.db.order.updateMany({ where: { id: order.id }, data: { cancelTriedAt: deps.clock.now() } })
  }
}

type Round<T> = {
  items: readonly T[]
  work: (item: T) => Promise<unknown>
  /** The log's sentence for an item that failed. */
  failure: string
}

/** Three failures in a row mean that Stripe or the database is unavailable for every item. */
const MOST_UNAVAILABLE = 3

/** Works through the items. A failure does not stop the others; an outage leaves them to the next run. */
export async function tryEach<T extends { id: string }>(
  { log }: Pick<Deps, 'log'>,
  { items, work, failure }: Round<T>,
): Promise<void> {
  let unavailableInARow = 0
  for (const item of items) {
    try {
      await work(item)
      unavailableInARow = 0
    } catch (error) {
      log.error({ err: error, id: item.id }, failure)
      unavailableInARow = isOutage(error) ? unavailableInARow + 1 : 0
    }
    if (unavailableInARow === MOST_UNAVAILABLE) return
  }
}
