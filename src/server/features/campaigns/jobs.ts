import type { Deps } from '#server/deps.ts'
import type { JobHandler } from '#server/job-contracts.ts'
import { requeueCampaigns } from './campaign-lease.ts'
import { sendCampaign } from './send-campaign.ts'

type CampaignJobs = {
  'campaigns.send': JobHandler<'campaigns.send', Deps>
  'campaigns.sweep': JobHandler<'campaigns.sweep', Deps>
}

/** The jobs of campaigns. */
export const campaignJobs: CampaignJobs = {
  'campaigns.send': {
    handle: (deps, { campaignId }, signal) => sendCampaign(deps, { campaignId, signal }),
  },
  'campaigns.sweep': {
    async handle(deps) {
      await requeueCampaigns(deps)
    },
    everyMs: 3_000,
  },
}
