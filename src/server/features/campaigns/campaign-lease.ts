import type { Deps, Tx } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { addMilliseconds } from '#shared/calendar/durations.ts'
import { enqueueCampaigns } from './change-campaign.ts'

/** A worker that has not renewed its lease for so long counts as dead. */
const LEASE_MS = 6_000

/** The error of a recipient whose worker died during delivery. */
const WORKER_GONE = 'The worker stopped while it handed this mail over. It may have arrived.'

/**
 * Acquires the lease of a campaign for this worker; null where another worker has it or the campaign is not sending.
 * Mails that a dead worker was delivering become `unknown`: they may have arrived.
 */
export async function acquireLease(
  deps: Pick<Deps, 'db' | 'clock'>,
  { campaignId, runnerId }: { campaignId: string; runnerId: string },
) {
  const now = deps.clock.now()
  return deps.db.$transaction(async (tx) => {
    const [campaign] = await tx.campaign.updateManyAndReturn({
      where: {
        id: campaignId,
        status: 'sending',
        OR: [{ runnerUntil: null }, { runnerUntil: { lte: now } }],
      },
      data: { runnerId, runnerUntil: addMilliseconds(now, LEASE_MS) },
      select: columns('id', 'audience', 'subject', 'htmlContent', 'textContent', 'failuresInRow'),
    })
    if (!campaign) return null
    await markUnknown(tx, campaignId)
    return campaign
  })
}

/** Step: marks mails whose worker died as `unknown`. The caller has locked the campaign's row. */
async function markUnknown(tx: Tx, campaignId: string): Promise<number> {
  const { count } = await tx.campaignRecipient.updateMany({
    where: { campaignId, state: 'sending' },
    data: { state: 'unknown', lastError: WORKER_GONE },
  })
  return count
}

/** Renews the lease. False where another worker has it. */
export async function renewLease(
  deps: Pick<Deps, 'db' | 'clock'>,
  { campaignId, runnerId }: { campaignId: string; runnerId: string },
): Promise<boolean> {
  const { count } = await deps.db.campaign.updateMany({
    where: { id: campaignId, runnerId },
    data: { runnerUntil: addMilliseconds(deps.clock.now(), LEASE_MS) },
  })
  return count === 1
}

/**
 * Releases the lease. The campaign is done where no recipient waits; else another worker continues it when it is due.
 */
export async function releaseLease(
  deps: Pick<Deps, 'db' | 'clock'>,
  { campaignId, runnerId }: { campaignId: string; runnerId: string },
): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.campaign.updateMany({
      where: { id: campaignId, runnerId },
      data: { runnerId: null, runnerUntil: null },
    })
    if (count === 0) return
    await markUnknown(tx, campaignId)
    await tx.campaign.updateMany({
      where: { id: campaignId, status: 'sending', recipients: { none: { state: 'queued' } } },
      data: { status: 'done', finishedAt: deps.clock.now() },
    })
  })
}

/** The next run handles the rest. */
const AT_ONCE = 50

/**
 * Enqueues campaigns that no worker sends although a recipient is due. Marks mails of dead workers as `unknown` where
 * their campaign is not sending any more. Returns how many it enqueued.
 */
export async function requeueCampaigns(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'queue' | 'log'>,
): Promise<number> {
  const now = deps.clock.now()
  await clearDeadRunners(deps, now)
  const { rows } = await deps.pool.query<{ id: string }>({
    name: 'due-campaigns',
    text: `select c."id" from "Campaign" c
            where c."status" = 'sending' and (c."runnerUntil" is null or c."runnerUntil" <= $1)
              and (not exists (select 1 from "CampaignRecipient" r
                                where r."campaignId" = c."id" and r."state" in ('queued', 'sending'))
                   or exists (select 1 from "CampaignRecipient" r
                               where r."campaignId" = c."id"
                                 and (r."state" = 'sending' or (r."state" = 'queued'
                                      and (r."nextAttemptAt" is null or r."nextAttemptAt" <= $1)))))
            order by c."createdAt" limit ${AT_ONCE}`,
    values: [now],
  })
  await enqueueCampaigns(
    deps,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** In a campaign that is still sending, the next worker does this. */
async function clearDeadRunners(deps: Pick<Deps, 'db'>, now: Date): Promise<void> {
  const dead = await deps.db.campaign.findMany({
    where: { status: { not: 'sending' }, runnerUntil: { lte: now } },
    take: AT_ONCE,
    select: { id: true, runnerId: true },
  })
  for (const { id, runnerId } of dead) {
    await deps.db.$transaction(async (tx) => {
      const { count } = await tx.campaign.updateMany({
        where: { id, runnerId, runnerUntil: { lte: now } },
        data: { runnerId: null, runnerUntil: null },
      })
      if (count === 1) await markUnknown(tx, id)
    })
  }
}
