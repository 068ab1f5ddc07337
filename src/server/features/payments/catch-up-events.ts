import { openIncident } from '#server/features/incidents/incidents.ts'
import type { UnreadableEvent } from '#server/infra/stripe-events.ts'
import { addDays, addMinutes } from '#shared/calendar/durations.ts'
import { receiveEvent } from './receive-event.ts'
import type { SettleDeps } from './settle-payment.ts'

/** Further back than was read, because events arrive late and out of order. */
const OVERLAP_MINUTES = 60
/** How long Stripe keeps an event. */
const FURTHEST_DAYS = 30
/** Of a hundred events each; what is left is for the next run. */
const MOST_PAGES = 50

/** There is one row. */
const ID = 1

/** Everything up to `until` is in the inbox. The newest come first: `cursor` is the last that was read on the way back from `target`. */
type Reading = { until: Date; target: Date; cursor: string | null }

/**
 * Reads from Stripe itself what happened lately and puts into the inbox what no webhook told: a refund or a
 * dispute that starts at Stripe is known to nobody else (requirements §5). It is read page by page over as many runs as it takes; the
 * mark moves when all of it is in the inbox, so that a fault, a crash or a long outage loses nothing.
 */
export async function catchUpEvents(deps: SettleDeps, { mostPages = MOST_PAGES } = {}): Promise<void> {
  let reading = await findReading(deps)
  for (let turn = 0; turn < mostPages; turn++) {
    const furthest = addDays(deps.clock.now(), -FURTHEST_DAYS)
    const start = addMinutes(reading.until, -OVERLAP_MINUTES)
    const page = await deps.payments.listEvents({
      since: start < furthest ? furthest : start,
      until: reading.target,
      after: reading.cursor,
    })
    if (page) {
      await storeEvents(deps, page.events)
      await reportUnreadable(deps, page.unreadable)
      if (page.next === null) return endReading(deps, reading)
    }
    // A cursor that Stripe does not know leads nowhere: the reading begins again where the last one ended.
    reading = page
      ? { ...reading, cursor: page.next }
      : { until: reading.until, target: deps.clock.now(), cursor: null }
    await saveReading(deps, reading)
  }
}

/** The mark moves on: an event of an unknown shape stays one, and keeps no other back. */
async function reportUnreadable(deps: SettleDeps, unreadable: readonly UnreadableEvent[]): Promise<void> {
  for (const { id, reason } of unreadable) {
    await openIncident(deps, { kind: 'unhandledEvent', subjectId: id, detail: reason, reopens: 'never' })
  }
}

const endReading = (deps: SettleDeps, { target }: Reading) =>
  saveReading(deps, { until: target, target: null, cursor: null })

async function storeEvents(deps: SettleDeps, events: Parameters<typeof receiveEvent>[1][]): Promise<void> {
  const known = await deps.db.stripeEvent.findMany({
    where: { id: { in: events.map(({ id }) => id) } },
    select: { id: true },
  })
  const isKnown = new Set(known.map(({ id }) => id))
  for (const event of events.toReversed()) {
    if (!isKnown.has(event.id)) await receiveEvent(deps, event, 'lookup')
  }
}

/**
 * The reading under way, or a new one from where the last ended, whatever webhooks told since. A shop that never read
 * begins an hour before the last event it heard of, or now: what happened at its Stripe account before is not its own.
 */
async function findReading(deps: SettleDeps): Promise<Reading> {
  const now = deps.clock.now()
  const read = await deps.db.eventsRead.findUnique({
    where: { id: ID },
    select: { until: true, target: true, cursor: true },
  })
  if (!read) return { until: (await findLastHeard(deps)) ?? now, target: now, cursor: null }
  const { until, target, cursor } = read
  return target === null ? { until, target: now, cursor: null } : { until, target, cursor }
}

async function saveReading(
  { db }: Pick<SettleDeps, 'db'>,
  reading: { until: Date; target: Date | null; cursor: string | null },
): Promise<void> {
  await db.eventsRead.upsert({
    where: { id: ID },
    create: { id: ID, ...reading },
    update: reading,
    select: { id: true },
  })
}

/** Where nothing was read to its end yet. */
async function findLastHeard({ db }: Pick<SettleDeps, 'db'>): Promise<Date | null> {
  const newest = await db.stripeEvent.findFirst({
    orderBy: { receivedAt: 'desc' },
    select: { receivedAt: true },
  })
  return newest?.receivedAt ?? null
}
