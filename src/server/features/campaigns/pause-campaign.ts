import type { Deps } from '#server/deps.ts'
import { type ChangeInput, changeCampaign } from './change-campaign.ts'

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
