import type { Deps } from '#server/deps.ts'
import type { JobHandler } from '#server/job-contracts.ts'
import { mailLink } from './mail-link.ts'

type AccountsJobs = { 'accounts.mailLink': JobHandler<'accounts.mailLink', Deps> }

export const accountsJobs: AccountsJobs = {
  // After four tries, two and a half minutes later, the person has asked again or gone.
  'accounts.mailLink': { handle: mailLink, retry: { attempts: 4 } },
}
