import { openIncident } from '#server/features/incidents/incidents.ts'
import type { UnreadableEvent } from '#server/infra/read-stripe-event.ts'
import { addDays, addMinutes } from '#shared/calendar/durations.ts'
import { enqueueEvents, storeEvent } from './stripe-events.ts'
import type { PaymentDeps } from './sync-payment.ts'

/** How far a reading goes back behind the last one, because events arrive late and out of order. */
const OVERLAP_MINUTES = 60
/** How long Stripe keeps an event. */
const FURTHEST_DAYS = 30
/** Pages of a hundred events in one run; the next run reads the rest. */
const MOST_PAGES = 50

/** There is one row. */
const ID = 1

/** Everything up to `until` is stored. Stripe lists the newest first: `cursor` is the last event read on the way back from `target`. */
type Reading = { until: Date; target: Date; cursor: string | null }

/**
 * Reads Stripe's events and stores those whose webhook never came; a refund or a dispute that starts at Stripe has no
 * other trace (requirements §5). The mark moves only when a reading is complete, so a crash or an outage loses nothing.
 */
export async function catchUpEvents(deps: PaymentDeps, { mostPages = MOST_PAGES } = {}): Promise<void> {
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
    // Stripe does not know the cursor: the reading begins again where the last one ended.
    reading = page
      ? { ...reading, cursor: page.next }
      : { until: reading.until, target: deps.clock.now(), cursor: null }
    await saveReading(deps, reading)
  }
}

/** An event of an unknown shape becomes an incident and does not stop the others. */
async function reportUnreadable(deps: PaymentDeps, unreadable: readonly UnreadableEvent[]): Promise<void> {
  for (const { id, reason } of unreadable) {
    await openIncident(deps, { kind: 'unhandledEvent', subjectId: id, detail: reason, reopens: 'never' })
  }
}

const endReading = (deps: PaymentDeps, { target }: Reading) =>
  saveReading(deps, { until: target, target: null, cursor: null })

async function storeEvents(deps: PaymentDeps, events: Parameters<typeof storeEvent>[1][]): Promise<void> {
  const known = await deps.db.stripeEvent.findMany({
    where: { id: { in: events.map(({ id }) => id) } },
    select: { id: true },
  })
  const isKnown = new Set(known.map(({ id }) => id))
  const waiting: typeof events = []
  for (const event of events.toReversed()) {
    if (!isKnown.has(event.id) && (await storeEvent(deps, event, 'lookup'))) waiting.push(event)
  }
  await enqueueEvents(deps, waiting)
}

/**
 * The unfinished reading, or a new one from the end of the last. A shop without any begins at its newest event, or
 * now: what happened at the Stripe account before is not its own.
 */
async function findReading(deps: PaymentDeps): Promise<Reading> {
  const now = deps.clock.now()
  const read = await deps.db.eventsRead.findUnique({
    where: { id: ID },
    select: { until: true, target: true, cursor: true },
  })
  if (!read) return { until: (await findLastReceived(deps)) ?? now, target: now, cursor: null }
  const { until, target, cursor } = read
  return target === null ? { until, target: now, cursor: null } : { until, target, cursor }
}

async function saveReading(
  { db }: Pick<PaymentDeps, 'db'>,
  reading: { until: Date; target: Date | null; cursor: string | null },
): Promise<void> {
  await db.eventsRead.upsert({
    where: { id: ID },
    create: { id: ID, ...reading },
    update: reading,
    select: { id: true },
  })
}

async function findLastReceived({ db }: Pick<PaymentDeps, 'db'>): Promise<Date | null> {
  const newest = await db.stripeEvent.findFirst({
    orderBy: { receivedAt: 'desc' },
    select: { receivedAt: true },
  })
  return newest?.receivedAt ?? null
}
