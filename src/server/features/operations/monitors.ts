import type { Deps } from '#server/deps.ts'
import { WAITING_EVENT } from '#server/features/payments/stripe-events.ts'
import { newId } from '#server/infra/ids.ts'
import { judgeParts, type WatchDetails, type WatchedPart } from '#shared/operations/monitored-parts.ts'
import { type AlertDeps, sendAlerts, writeNotices } from './alerts.ts'
import { findLastBackup } from './backup/nightly-backup.ts'
import { recordHeartbeat } from './heartbeats.ts'

export type MonitorDeps = AlertDeps & Pick<Deps, 'config'>

/**
 * Checks whether mail, queue, webhooks or payments made no progress for 15 minutes, and whether the last good backup is
 * 36 hours old (requirements §11). Admins are
 * alerted once when that begins and once when it ends, whatever the number of processes: the open row is the guard.
 */
export async function runMonitors(deps: MonitorDeps): Promise<void> {
  const watchedSince = await recordHeartbeat(deps, 'watch')
  const details = { ...(await findMonitorDetails(deps)), watchedSince }
  const open = await findOpenAlerts(deps)
  for (const monitor of judgeParts(details, deps.clock.now())) {
    const openedAt = open.get(monitor.part)
    if (monitor.state === 'stopped' && !openedAt) await openAlert(deps, monitor)
    if (monitor.state === 'moving' && openedAt) await closeAlert(deps, monitor.part, openedAt)
  }
  await sendAlerts(deps)
}

/** One query, so that a minute in which nothing changed costs no transaction for each part. */
async function findOpenAlerts({ db }: Pick<Deps, 'db'>): Promise<ReadonlyMap<string, Date>> {
  const open = await db.alert.findMany({ where: { closedAt: null }, select: { key: true, openedAt: true } })
  return new Map(open.map(({ key, openedAt }) => [key, openedAt]))
}

async function openAlert(
  deps: MonitorDeps,
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
  // The log works even if mail and queue do not.
  if (isNews) deps.log.error({ part, since }, 'a part of the shop has stopped')
}

/** By this process's clock, or at the opening where that of another process was ahead. */
async function closeAlert(deps: MonitorDeps, part: WatchedPart, openedAt: Date): Promise<void> {
  const closedAt = new Date(Math.max(deps.clock.now().getTime(), openedAt.getTime()))
  const isNews = await deps.db.$transaction(async (tx) => {
    const [closed] = await tx.alert.updateManyAndReturn({
      where: { key: part, closedAt: null },
      data: { closedAt },
      select: { id: true },
    })
    if (closed) await writeNotices(tx, deps, { alertId: closed.id, news: 'moving' })
    return closed !== undefined
  })
  if (isNews) deps.log.warn({ part }, 'a part of the shop moves again')
}

/** Repeats some work until it is stopped. */
type Repeat = (work: () => Promise<void>) => { stop(): Promise<void> }

/**
 * Runs the monitors outside the queue, because a stopped queue runs no job. While the database is unavailable only the
 * log reports it.
 */
export function startMonitors(deps: MonitorDeps, repeat: Repeat): { stop(): Promise<void> } {
  return repeat(async () => {
    try {
      await runMonitors(deps)
    } catch (error) {
      deps.log.error({ err: error }, 'the parts of the shop could not be watched')
    }
  })
}

/** What the monitors judge, without `watchedSince`. */
async function findMonitorDetails(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
): Promise<Omit<WatchDetails, 'watchedSince'>> {
  const { db } = deps
  const [heartbeat, unsent, missedWebhook, unprocessed, backup] = await Promise.all([
    db.heartbeat.findUnique({ where: { name: 'queue' }, select: { at: true, since: true } }),
    findUnsent(deps),
    findMissedWebhook(deps),
    db.stripeEvent.findFirst({
      where: WAITING_EVENT,
      orderBy: { receivedAt: 'asc' },
      select: { receivedAt: true },
    }),
    deps.config.backup.dir === null ? null : findLastBackup(deps),
  ])
  return {
    queueRanAt: heartbeat?.at ?? null,
    queueRunsSince: heartbeat?.since ?? null,
    unsentSince: unsent?.createdAt ?? null,
    untoldSince: missedWebhook?.happenedAt ?? null,
    unprocessedSince: unprocessed?.receivedAt ?? null,
    backedUpAt: backup?.startedAt ?? null,
  }
}

/**
 * A mail sent after a waiting one was written proves that mail works, and that the waiting one's recipient is the
 * problem: one full mailbox is no outage.
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

/** The mail sent last. Ordered by its claim time, which is indexed. */
export function findLastSent({ db }: Pick<Deps, 'db'>) {
  return db.outboxMessage.findFirst({
    where: { status: 'sent' },
    orderBy: { nextAttemptAt: 'desc' },
    select: { sentAt: true },
  })
}

/** The webhook received last. */
export function findLastWebhook({ db }: Pick<Deps, 'db'>) {
  return db.stripeEvent.findFirst({
    where: { deliveredAt: { not: null } },
    orderBy: { deliveredAt: 'desc' },
    select: { deliveredAt: true },
  })
}

/** Payments only: an endpoint at Stripe may leave other events out. */
async function findMissedWebhook({ db }: Pick<Deps, 'db'>) {
  const lastWebhook = await findLastWebhook({ db })
  return db.stripeEvent.findFirst({
    where: {
      type: 'payment_intent.succeeded',
      deliveredAt: null,
      happenedAt: { not: null, ...(lastWebhook?.deliveredAt && { gt: lastWebhook.deliveredAt }) },
    },
    orderBy: { happenedAt: 'asc' },
    select: { happenedAt: true },
  })
}
