import type { Deps } from '#server/deps.ts'
import { type ChangeInput, changeCampaign } from './change-campaign.ts'

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
