import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addMilliseconds } from '#shared/calendar/durations.ts'
import { nudgeCampaign } from './change-campaign.ts'

/** A worker that has not said for so long that it lives is taken for dead. */
const LEASE_MS = 6_000

/** What stands at a recipient whose worker died in the middle. */
const WORKER_GONE = 'The worker stopped while it handed this mail over. It may have arrived.'

/**
 * Makes this worker the one that sends a mailing, for as long as it says that it lives; null where it is in
 * another's hands or not to be sent. What a dead worker was handing over becomes `unknown`: nobody can know.
 */
export async function takeCampaign(
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
      select: {
        id: true,
        audience: true,
        subject: true,
        htmlContent: true,
        textContent: true,
        failuresInRow: true,
      },
    })
    if (!campaign) return null
    await markUnknown(tx, campaignId)
    return campaign
  })
}

/** Step: says of mails whose worker is gone that nobody knows. The caller holds the mailing's row. */
export async function markUnknown(tx: Prisma.TransactionClient, campaignId: string): Promise<number> {
  const { count } = await tx.campaignRecipient.updateMany({
    where: { campaignId, state: 'sending' },
    data: { state: 'unknown', lastError: WORKER_GONE },
  })
  return count
}

/** Says that the worker lives. False where the mailing is in another's hands by now. */
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
 * Gives a mailing out of hand: done where nobody waits any more, else for the next worker, when it is time. All that this
 * worker began has ended by then: what it could not write down, nobody knows.
 */
export async function leaveCampaign(
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

/** What is left over waits for the next sweep. */
const AT_ONCE = 50

/**
 * Gives mailings to the workers again that nobody sends and where somebody is due, and says of mails whose worker
 * died, in mailings that nobody sends any more, that nobody knows. Returns how many were given out.
 */
export async function sweepCampaigns(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'queue' | 'log'>,
): Promise<number> {
  const now = deps.clock.now()
  await forgetDeadRunners(deps, now)
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
  await nudgeCampaign(
    deps,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Of a mailing that goes on, the next worker does this. */
async function forgetDeadRunners(deps: Pick<Deps, 'db'>, now: Date): Promise<void> {
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
