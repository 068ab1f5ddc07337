import { newId } from '#server/infra/ids.ts'
import { judgeParts, type WatchedPart } from '#shared/operations/monitored-parts.ts'
import { keepBeat } from './keep-beat.ts'
import { findWatchFacts } from './queries-watch.ts'
import { type TellDeps, tellAlerts, writeNotices } from './tell-alerts.ts'

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
