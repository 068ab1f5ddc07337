import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { assertReleased } from '#server/features/mail/hold.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Starts no further mail; mails in progress are delivered.
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
 * Resumes a paused campaign. Recipients that wait for their next try are due at once.
 *
 * @throws ShopError SHOP_ON_HOLD, CAMPAIGN_NOT_FOUND, CONFLICT
 */
export async function resumeCampaign(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'log'>,
  input: ChangeInput,
): Promise<void> {
  await assertReleased(deps)
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
  await enqueueCampaigns(deps, [input.id])
}

/**
 * Ends a campaign for good: its remaining recipients get no mail.
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
  /** `failed`: all of them. `unknown`: the ones the admin chose, who may get the mail twice. */
  only: { state: 'failed' } | { state: 'unknown'; recipientIds: readonly string[] }
}

/**
 * Queues recipients again, except suppressed addresses. Returns how many.
 *
 * @throws ShopError CAMPAIGN_NOT_FOUND; CONFLICT where the campaign was cancelled
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
    // A paused campaign stays paused until an admin resumes it.
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
  if (affected > 0) await enqueueCampaigns(deps, [id])
  return affected
}

export type ChangeInput = { id: string; adminId: string }

type Change = ChangeInput & {
  action: 'campaign.paused' | 'campaign.resumed' | 'campaign.cancelled'
  /** The states in which the change is allowed. In any other state another request was faster. */
  from: ('sending' | 'paused')[]
  data: Prisma.CampaignUpdateManyMutationInput
}

/**
 * Step: changes the state of a campaign and records who did it.
 *
 * @throws ShopError CAMPAIGN_NOT_FOUND, CONFLICT where its state does not allow the change
 */
async function changeCampaign(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { id, adminId, action, from, data }: Change,
) {
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

/** Enqueues campaigns. Without a queue the scheduled job enqueues them within seconds. */
export async function enqueueCampaigns(
  deps: Pick<Deps, 'queue' | 'log'>,
  campaignIds: readonly string[],
): Promise<void> {
  const payloads = campaignIds.map((campaignId) => ({ campaignId }))
  await deps.queue.enqueueMany('campaigns.send', payloads).catch((error: unknown) => {
    deps.log.warn({ err: error, campaignIds }, 'A campaign waits for the scheduled job')
  })
}
