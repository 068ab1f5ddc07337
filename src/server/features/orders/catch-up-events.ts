import { addDays, addMinutes } from '#shared/durations.ts'
import { receiveEvent } from './receive-event.ts'
import type { SettleDeps } from './settle-payment.ts'

/** Further back than the last event we heard, because events arrive late and out of order. */
const OVERLAP_MINUTES = 60
/** Stripe itself repeats a webhook for three days. */
const FURTHEST_DAYS = 3

/**
 * Reads from Stripe itself what happened lately and puts into the inbox what no webhook told: a refund or a
 * dispute that starts at Stripe is known to nobody else (requirements §5).
 */
export async function catchUpEvents(deps: SettleDeps): Promise<void> {
  const events = await deps.payments.listEvents(await startOfGap(deps))
  const known = await deps.db.stripeEvent.findMany({
    where: { id: { in: events.map(({ id }) => id) } },
    select: { id: true },
  })
  const isKnown = new Set(known.map(({ id }) => id))
  for (const event of events.toReversed()) {
    if (!isKnown.has(event.id)) await receiveEvent(deps, event, 'lookup')
  }
}

/** A shop that was away for hours looks as far back as it was. */
async function startOfGap({ db, clock }: Pick<SettleDeps, 'db' | 'clock'>): Promise<Date> {
  const now = clock.now()
  const newest = await db.stripeEvent.findFirst({
    orderBy: { receivedAt: 'desc' },
    select: { receivedAt: true },
  })
  const start = addMinutes(newest?.receivedAt ?? now, -OVERLAP_MINUTES)
  const furthest = addDays(now, -FURTHEST_DAYS)
  return start < furthest ? furthest : start
}
