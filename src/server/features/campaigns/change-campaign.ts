import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * No further mail of it is begun; those under way arrive.
 *
 * @throws ShopError CAMPAIGN_NOT_FOUND, CONFLICT
 */
export async function pauseCampaign(deps: Pick<Deps, 'db' | 'clock'>, input: ChangeInput): Promise<void> {
  await deps.db.$transaction((tx) =>
    changeCampaign(tx, deps, {
      ...input,
      action: 'campaign.paused',
      from: ['sending'],
      data: { status: 'paused', pauseReason: null },
    }),
  )
}

/**
 * Goes on where a mailing was paused; recipients who were waiting for their next try have it now.
 *
 * @throws ShopError CAMPAIGN_NOT_FOUND, CONFLICT
 */
export async function resumeCampaign(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'log'>,
  input: ChangeInput,
): Promise<void> {
  await deps.db.$transaction(async (tx) => {
    await changeCampaign(tx, deps, {
      ...input,
      action: 'campaign.resumed',
      from: ['paused'],
      data: { status: 'sending', pauseReason: null, failuresInRow: 0 },
    })
    await tx.campaignRecipient.updateMany({
      where: { campaignId: input.id, state: 'queued', nextAttemptAt: { not: null } },
      data: { nextAttemptAt: null },
    })
  })
  await nudgeCampaign(deps, [input.id])
}

/**
 * Ends a mailing for good: who has not been mailed is not mailed any more.
 *
 * @throws ShopError CAMPAIGN_NOT_FOUND, CONFLICT
 */
export async function cancelCampaign(deps: Pick<Deps, 'db' | 'clock'>, input: ChangeInput): Promise<void> {
  await deps.db.$transaction((tx) =>
    changeCampaign(tx, deps, {
      ...input,
      action: 'campaign.cancelled',
      from: ['sending', 'paused'],
      data: { status: 'cancelled', pauseReason: null, finishedAt: deps.clock.now() },
    }),
  )
}

export type RetryInput = {
  id: string
  adminId: string
  /** `failed`: all of them. `unknown`: those a person chose, who may get it twice. */
  only: { state: 'failed' } | { state: 'unknown'; recipientIds: readonly string[] }
}

/**
 * Puts recipients back into the line, without those whose address is suppressed by now. Returns how many.
 *
 * @throws ShopError CAMPAIGN_NOT_FOUND; CONFLICT where the mailing was cancelled
 */
export async function retryRecipients(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'log'>,
  { id, adminId, only }: RetryInput,
): Promise<number> {
  const affected = await deps.db.$transaction(async (tx) => {
    const [campaign] = await tx.$queryRaw<{ status: string }[]>`
      select "status"::text as "status" from "Campaign" where "id" = ${id} and "status" <> 'draft' for update`
    if (!campaign) throw new ShopError('CAMPAIGN_NOT_FOUND')
    if (campaign.status === 'cancelled') throw new ShopError('CONFLICT')
    const chosen = only.state === 'unknown' ? [...only.recipientIds] : null
    const count = await tx.$executeRaw`
      update "CampaignRecipient" r
         set "state" = 'queued', "nextAttemptAt" = null, "attempts" = 0
       where r."campaignId" = ${id} and r."state" = ${only.state}::"RecipientState"
         and (${chosen}::text[] is null or r."id" = any(${chosen}::text[]))
         and not exists (select 1 from "Suppression" x where x."addressKey" = r."addressKey")`
    if (count === 0) return 0
    // One that is paused stays paused, until somebody lets it go on.
    await tx.campaign.updateMany({
      where: { id, status: 'done' },
      data: { status: 'sending', finishedAt: null },
    })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: only.state === 'failed' ? 'campaign.retried' : 'campaign.resent',
      subject: { kind: 'campaign', id },
      details: { count },
    })
    return count
  })
  if (affected > 0) await nudgeCampaign(deps, [id])
  return affected
}

export type ChangeInput = { id: string; adminId: string }

type Change = ChangeInput & {
  action: 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled'
  /** Where the change may begin; a mailing that is somewhere else was changed by somebody else meanwhile. */
  from: ('sending' | 'paused')[]
  data: Prisma.CampaignUpdateManyMutationInput
}

/**
 * Step: moves a mailing on and notes who did it.
 *
 * @throws ShopError CAMPAIGN_NOT_FOUND, CONFLICT where it is not in a state to be moved from
 */
export async function changeCampaign(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { id, adminId, action, from, data }: Change,
): Promise<void> {
  const { count } = await tx.campaign.updateMany({ where: { id, status: { in: from } }, data })
  if (count !== 1) {
    const exists = await tx.campaign.count({ where: { id, status: { not: 'draft' } } })
    throw new ShopError(exists === 0 ? 'CAMPAIGN_NOT_FOUND' : 'CONFLICT')
  }
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action,
    subject: { kind: 'campaign', id },
  })
}

/** Asks a worker to send now. A queue that is away is asked once: the sweep finds the mailings within seconds. */
export async function nudgeCampaign(
  deps: Pick<Deps, 'queue' | 'log'>,
  campaignIds: readonly string[],
): Promise<void> {
  const payloads = campaignIds.map((campaignId) => ({ campaignId }))
  await deps.queue.enqueueMany('campaigns.send', payloads).catch((error: unknown) => {
    deps.log.warn({ err: error, campaignIds }, 'A mailing waits for the sweep')
  })
}
