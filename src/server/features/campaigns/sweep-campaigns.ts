import type { Deps } from '#server/deps.ts'
import { nudgeCampaign } from './nudge-campaign.ts'
import { markUnknown } from './take-campaign.ts'

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
