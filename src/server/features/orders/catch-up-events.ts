import { addDays, addMinutes } from '#shared/durations.ts'
import { receiveEvent } from './receive-event.ts'
import type { SettleDeps } from './settle-payment.ts'

/** Further back than was read, because events arrive late and out of order. */
const OVERLAP_MINUTES = 60
/** Stripe itself repeats a webhook for three days. */
const FURTHEST_DAYS = 3

/** There is one row. */
const ID = 1

/**
 * Reads from Stripe itself what happened lately and puts into the inbox what no webhook told: a refund or a
 * dispute that starts at Stripe is known to nobody else (requirements §5). How far it came is written down when
 * everything is in the inbox, so that what a fault left out is read again.
 */
export async function catchUpEvents(deps: SettleDeps): Promise<void> {
  const until = deps.clock.now()
  const events = await deps.payments.listEvents(await startOfGap(deps, until))
  const known = await deps.db.stripeEvent.findMany({
    where: { id: { in: events.map(({ id }) => id) } },
    select: { id: true },
  })
  const isKnown = new Set(known.map(({ id }) => id))
  for (const event of events.toReversed()) {
    if (!isKnown.has(event.id)) await receiveEvent(deps, event, 'lookup')
  }
  await deps.db.eventsRead.upsert({
    where: { id: ID },
    create: { id: ID, until },
    update: { until },
    select: { id: true },
  })
}

/** A shop that was away for hours looks as far back as it was, whatever webhooks told it since. */
async function startOfGap({ db }: Pick<SettleDeps, 'db'>, now: Date): Promise<Date> {
  const read = await db.eventsRead.findUnique({ where: { id: ID }, select: { until: true } })
  const start = addMinutes(read?.until ?? (await findLastHeard({ db })) ?? now, -OVERLAP_MINUTES)
  const furthest = addDays(now, -FURTHEST_DAYS)
  return start < furthest ? furthest : start
}

/** Where nothing was read to its end yet. */
async function findLastHeard({ db }: Pick<SettleDeps, 'db'>): Promise<Date | null> {
  const newest = await db.stripeEvent.findFirst({
    orderBy: { receivedAt: 'desc' },
    select: { receivedAt: true },
  })
  return newest?.receivedAt ?? null
}
