import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { nudgeCampaign } from './nudge-campaign.ts'

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
