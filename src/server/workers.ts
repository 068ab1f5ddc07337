import type { Deps, Running } from './deps.ts'
import { accountsJobs } from './features/accounts/jobs.ts'
import { deleteOldChallenges } from './features/admin-auth/challenges.ts'
import { campaignJobs } from './features/campaigns/jobs.ts'
import { commissionJobs } from './features/commissions/jobs.ts'
import { renderDocument } from './features/documents/render-document.ts'
import { mailJobs } from './features/mail/jobs.ts'
import { recordHeartbeat } from './features/operations/heartbeats.ts'
import { maintenanceJobs } from './features/operations/jobs.ts'
import { paymentJobs } from './features/payments/jobs.ts'
import { stripePayoutJobs } from './features/stripe-payouts/jobs.ts'
import { type JobHandlers, type JobWorkers, startWorkers } from './infra/queue-workers.ts'

/** Every job and what handles it. */
export const JOB_HANDLERS: JobHandlers<Deps> = {
  ...accountsJobs,
  ...mailJobs(renderDocument),
  ...paymentJobs,
  ...stripePayoutJobs,
  ...campaignJobs,
  ...commissionJobs,
  ...maintenanceJobs(deleteOldChallenges),
}

/** A mail server that answers has sent what it was given by then. */
const MAIL_GRACE_MS = 1_500

/**
 * Starts handling jobs in this process. When it ends, mails that hang are broken off, so that their rows are released for
 * the next worker instead of waiting until this one is taken for dead.
 */
export async function startJobs({
  deps,
  queueSettings,
}: Pick<Running, 'deps' | 'queueSettings'>): Promise<JobWorkers> {
  const workers = await startWorkers(queueSettings, JOB_HANDLERS, deps, {
    onHeartbeat: () => recordHeartbeat(deps, 'workers'),
    onRun: (name) => recordHeartbeat(deps, `job:${name}`),
  })
  return {
    ...workers,
    async close() {
      const killTimer = setTimeout(() => {
        deps.mailer.abort()
        deps.bulkMailer.abort()
      }, MAIL_GRACE_MS)
      await workers.close().finally(() => clearTimeout(killTimer))
    },
  }
}
