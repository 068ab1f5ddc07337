import type { Deps } from '#server/deps.ts'
import type { JobHandler } from '#server/job-contracts.ts'
import { generateLastQuarter } from './payouts/generate-payouts.ts'

const HOUR_MS = 60 * 60_000

export const commissionJobs = {
  /**
   * Runs every hour, so that a quarter's payouts are made within its first hour in London, whatever the clock change,
   * and soon after an outage. All other runs find nothing to do.
   */
  'commissions.generatePayouts': {
    async handle(deps) {
      const { quarter, payouts, carriedForward } = await generateLastQuarter(deps)
      deps.log.info({ quarter, payouts: payouts.length, carriedForward }, 'The payouts of a quarter are made')
    },
    everyMs: HOUR_MS,
  } satisfies JobHandler<'commissions.generatePayouts', Pick<Deps, 'db' | 'clock' | 'config' | 'log'>>,
}
