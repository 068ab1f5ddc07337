import type { Deps } from '#server/deps.ts'
import { WAITING_EVENT } from '#server/features/payments/stripe-events.ts'
import { newId } from '#server/infra/ids.ts'
import { judgeParts, type WatchedPart, type WatchFacts } from '#shared/operations/monitored-parts.ts'
import { type TellDeps, tellAlerts, writeNotices } from './alerts.ts'
import { keepBeat } from './heartbeats.ts'

export type WatchDeps = TellDeps

/**
 * Looks whether mail, queue, webhooks or payments have stood still for 15 minutes (requirements §11). Every admin is
 * told once when that begins and once when it is over, however many processes look: the open row is the guard.
 */
export async function watchParts(deps: WatchDeps): Promise<void> {
  const watchedSince = await keepBeat(deps, 'watch')
  const facts = { ...(await findWatchFacts(deps)), watchedSince }
  for (const judgement of judgeParts(facts, deps.clock.now())) {
    if (judgement.state === 'stopped') await openAlert(deps, judgement)
    if (judgement.state === 'moving') await closeAlert(deps, judgement.part)
  }
  await tellAlerts(deps)
}

async function openAlert(
  deps: WatchDeps,
  { part, since }: { part: WatchedPart; since: Date },
): Promise<void> {
  const now = deps.clock.now()
  const id = newId(now)
  const isNews = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.alert.createMany({
      data: { id, key: part, since, openedAt: now },
      skipDuplicates: true,
    })
    if (count === 1) await writeNotices(tx, deps, { alertId: id, news: 'stopped' })
    return count === 1
  })
  // Whatever else may be broken.
  if (isNews) deps.log.error({ part, since }, 'a part of the shop has stopped')
}

async function closeAlert(deps: WatchDeps, part: WatchedPart): Promise<void> {
  const isNews = await deps.db.$transaction(async (tx) => {
    const [closed] = await tx.alert.updateManyAndReturn({
      where: { key: part, closedAt: null },
      data: { closedAt: deps.clock.now() },
      select: { id: true },
    })
    if (closed) await writeNotices(tx, deps, { alertId: closed.id, news: 'moving' })
    return closed !== undefined
  })
  if (isNews) deps.log.warn({ part }, 'a part of the shop moves again')
}

/** Does some work again and again until it is told to stop. */
type Repeat = (work: () => Promise<void>) => { stop(): Promise<void> }

/**
 * Watches from outside the queue: a queue that has stopped runs no job that could tell of it. While the database is
 * away no mail can be written, and the log alone says so.
 */
export function keepWatch(deps: WatchDeps, repeat: Repeat): { stop(): Promise<void> } {
  return repeat(async () => {
    try {
      await watchParts(deps)
    } catch (error) {
      deps.log.error({ err: error }, 'the parts of the shop could not be watched')
    }
  })
}

/** What `judgeParts` wants to know, but since when the shop is watched. */
export async function findWatchFacts(
  deps: Pick<Deps, 'db' | 'clock'>,
): Promise<Omit<WatchFacts, 'watchedSince'>> {
  const { db } = deps
  const [beat, unsent, untold, unprocessed] = await Promise.all([
    db.heartbeat.findUnique({ where: { name: 'queue' }, select: { at: true, since: true } }),
    findUnsent(deps),
    findUntold(deps),
    db.stripeEvent.findFirst({
      where: WAITING_EVENT,
      orderBy: { receivedAt: 'asc' },
      select: { receivedAt: true },
    }),
  ])
  return {
    queueRanAt: beat?.at ?? null,
    queueRunsSince: beat?.since ?? null,
    unsentSince: unsent?.createdAt ?? null,
    untoldSince: untold?.happenedAt ?? null,
    unprocessedSince: unprocessed?.receivedAt ?? null,
  }
}

/**
 * A mail that left after another was written shows that mail goes out, and that the other waits for its recipient's
 * server: one full mailbox is no standstill.
 */
async function findUnsent({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const lastSent = await findLastSent({ db })
  return db.outboxMessage.findFirst({
    where: {
      status: { in: ['queued', 'sending'] },
      OR: [{ attempts: { gt: 0 } }, { nextAttemptAt: { lte: clock.now() } }],
      ...(lastSent?.sentAt && { createdAt: { gt: lastSent.sentAt } }),
    },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
  })
}

/** The mail that left last. Ordered by when it was taken, because that has an index. */
export function findLastSent({ db }: Pick<Deps, 'db'>) {
  return db.outboxMessage.findFirst({
    where: { status: 'sent' },
    orderBy: { nextAttemptAt: 'desc' },
    select: { sentAt: true },
  })
}

/** The webhook that came last. */
export function findLastTold({ db }: Pick<Deps, 'db'>) {
  return db.stripeEvent.findFirst({
    where: { toldAt: { not: null } },
    orderBy: { toldAt: 'desc' },
    select: { toldAt: true },
  })
}

/** Payments alone: an endpoint at Stripe may leave other events out. */
async function findUntold({ db }: Pick<Deps, 'db'>) {
  const lastTold = await findLastTold({ db })
  return db.stripeEvent.findFirst({
    where: {
      type: 'payment_intent.succeeded',
      toldAt: null,
      happenedAt: { not: null, ...(lastTold?.toldAt && { gt: lastTold.toldAt }) },
    },
    orderBy: { happenedAt: 'asc' },
    select: { happenedAt: true },
  })
}
