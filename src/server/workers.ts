import type { Deps, Running } from './deps.ts'
import { accountsJobs } from './features/accounts/jobs.ts'
import { removeOldCodes } from './features/admin/remove-old-codes.ts'
import { campaignJobs } from './features/campaigns/jobs.ts'
import { commissionJobs } from './features/commissions/jobs.ts'
import { mailJobs } from './features/mail/jobs.ts'
import { maintenanceJobs } from './features/maintenance/jobs.ts'
import { orderJobs } from './features/orders/jobs.ts'
import { renderDocument } from './features/papers/render-document.ts'
import { type JobHandlers, type JobWorkers, startWorkers } from './infra/queue-workers.ts'

/** Every job and what handles it. */
export const JOB_HANDLERS: JobHandlers<Deps> = {
  ...accountsJobs,
  ...mailJobs(renderDocument),
  ...orderJobs,
  ...campaignJobs,
  ...commissionJobs,
  ...maintenanceJobs(removeOldCodes),
}

/** Starts handling jobs in this process. */
export function startJobs({ deps, queueSettings }: Running): Promise<JobWorkers> {
  return startWorkers(queueSettings, JOB_HANDLERS, deps)
}
