import type { Deps } from '#server/deps.ts'
import { type ChangeInput, changeCampaign } from './change-campaign.ts'
import { nudgeCampaign } from './nudge-campaign.ts'

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
