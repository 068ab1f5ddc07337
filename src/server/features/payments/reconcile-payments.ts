import { WAITING_EVENT } from '#server/features/orders/queries.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addDays, addHours, addMinutes } from '#shared/calendar/durations.ts'
import { UNSETTLED_REFUNDS } from '#shared/refunds/refund-states.ts'
import { catchUpEvents } from './catch-up-events.ts'
import { processEvent } from './process-event.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'
import { tryEach } from './try-each.ts'

/** A payment younger than this is left to the browser and the webhook. */
const SETTLED_BY_THEMSELVES_MINUTES = 2
const AT_ONCE = 200
/** How long an intent that Stripe did not know is looked for, hourly. */
const LOOKED_AFTER_DAYS = 30
const FAILURE = 'reconciliation failed for one payment'

/**
 * Finds what was left behind when webhooks never came or a worker died: events not acted on, payments not
 * settled, fees still estimated, refunds not answered. Each is settled with Stripe as if its event had come now
 * (requirements §5). An event that keeps failing goes behind the others, and is given up in
 * the end; its payment itself is still looked after.
 */
export async function reconcilePayments(deps: SettleDeps): Promise<void> {
  await catchUpEvents(deps).catch((error: unknown) =>
    deps.log.error({ err: error }, 'the events of Stripe could not be read'),
  )
  const before = addMinutes(deps.clock.now(), -SETTLED_BY_THEMSELVES_MINUTES)
  const events = await deps.db.stripeEvent.findMany({
    where: { ...WAITING_EVENT, receivedAt: { lt: before } },
    orderBy: [{ attempts: 'asc' }, { receivedAt: 'asc' }],
    take: AT_ONCE,
    select: { id: true },
  })
  await tryEach(deps, { things: events, work: (event) => processEvent(deps, event.id), failure: FAILURE })

  const payments = await deps.db.payment.findMany({
    where: { createdAt: { lt: before }, OR: unsettledPayments(deps) },
    orderBy: [{ reconciledAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'asc' }],
    take: AT_ONCE,
    select: { id: true, intentId: true },
  })
  await tryEach(deps, { things: payments, work: (payment) => settleAgain(deps, payment), failure: FAILURE })
}

function unsettledPayments({ db, clock }: SettleDeps): Prisma.PaymentWhereInput[] {
  const now = clock.now()
  const isOpen = { status: { in: ['open', 'processing'] } } satisfies Prisma.PaymentWhereInput
  const cancelledAt = { gte: addDays(now, -LOOKED_AFTER_DAYS) }
  return [
    { ...isOpen, order: { status: { not: 'cancelled' } } },
    // Stripe did not know its intent: where it does now, nobody is to pay it.
    {
      ...isOpen,
      order: { status: 'cancelled', cancelledAt },
      OR: [{ reconciledAt: null }, { reconciledAt: { lt: addHours(now, -1) } }],
    },
    // Paid for an order that had been cancelled, by a process that died before it asked for the money to go back.
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

/** A payment that fails goes behind the others, too. */
async function settleAgain(deps: SettleDeps, payment: { id: string; intentId: string }): Promise<void> {
  try {
    await settlePayment(deps, payment.intentId)
  } finally {
    await deps.db.payment.update({
      where: { id: payment.id },
      data: { reconciledAt: deps.clock.now() },
      select: { id: true },
    })
  }
}
