import type { Deps } from '#server/deps.ts'
import type { JobHandler } from '#server/job-contracts.ts'
import { mailLink } from './mail-link.ts'

type AccountsJobs = { 'accounts.mailLink': JobHandler<'accounts.mailLink', Deps> }

export const accountsJobs: AccountsJobs = { 'accounts.mailLink': { handle: mailLink } }
