import type { Deps } from '#server/deps.ts'
import type { JobHandler } from '#server/job-contracts.ts'
import { mailLink, requeueLinkRequests } from './link-requests.ts'

type AccountsJobs = {
  'accounts.mailLink': JobHandler<'accounts.mailLink', Deps>
  'accounts.sweepLinks': JobHandler<'accounts.sweepLinks', Deps>
}

export const accountsJobs: AccountsJobs = {
  'accounts.mailLink': { handle: mailLink },
  'accounts.sweepLinks': {
    async handle(deps) {
      await requeueLinkRequests(deps)
    },
    everyMs: 30_000,
  },
}
