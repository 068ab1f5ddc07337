import type { Deps } from '#server/deps.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { judgeParts, type WatchedPart } from '#shared/standstill.ts'
import { keepBeat } from './keep-beat.ts'
import { findWatchFacts } from './queries-watch.ts'

export type WatchDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Looks whether mail, queue, webhooks or payments have stood still for 15 minutes (requirements §11). Every admin is
 * mailed once when that begins and once when it is over, however many processes look: the open row is the guard.
 */
export async function watchParts(deps: WatchDeps): Promise<void> {
  const watchedSince = await keepBeat(deps, 'watch')
  const facts = { ...(await findWatchFacts(deps)), watchedSince }
  for (const judgement of judgeParts(facts, deps.clock.now())) {
    if (judgement.state === 'stopped') await openAlert(deps, judgement)
    if (judgement.state === 'moving') await closeAlert(deps, judgement.part)
  }
}

async function openAlert(
  deps: WatchDeps,
  { part, since }: { part: WatchedPart; since: Date },
): Promise<void> {
  const now = deps.clock.now()
  const id = newId(now)
  const mails = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.alert.createMany({
      data: { id, key: part, since, openedAt: now, mailedAt: now },
      skipDuplicates: true,
    })
    return count === 1 ? mailAdmins(tx, deps, { id, part, state: 'stopped', since }) : null
  })
  if (!mails) return
  // The mail may be what is broken.
  deps.log.error({ part, since }, 'a part of the shop has stopped')
  await nudgeMail(deps, mails)
}

async function closeAlert(deps: WatchDeps, part: WatchedPart): Promise<void> {
  const mails = await deps.db.$transaction(async (tx) => {
    const [closed] = await tx.alert.updateManyAndReturn({
      where: { key: part, closedAt: null },
      data: { closedAt: deps.clock.now() },
      select: { id: true, since: true },
    })
    return closed ? mailAdmins(tx, deps, { ...closed, part, state: 'moving' }) : null
  })
  if (!mails) return
  deps.log.warn({ part }, 'a part of the shop moves again')
  await nudgeMail(deps, mails)
}

type News = { id: string; part: WatchedPart; state: 'stopped' | 'moving'; since: Date }

async function mailAdmins(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { id, part, state, since }: News,
): Promise<(string | null)[]> {
  const admins = await tx.admin.findMany({
    where: { disabledAt: null },
    select: { id: true, email: true },
  })
  const ids: (string | null)[] = []
  for (const admin of admins) {
    ids.push(
      await queueMail(tx, deps, {
        template: 'shop-alert',
        to: admin.email,
        props: { part, state, since: since.toISOString(), at: deps.clock.now().toISOString() },
        dedupeKey: `alert:${id}:${state}:${admin.id}`,
      }),
    )
  }
  return ids
}
