import type { Deps } from '#server/deps.ts'
import type { JobHandler } from '#server/job-contracts.ts'
import { generateLastQuarter } from './payouts/generate-payouts.ts'

const HOUR_MS = 60 * 60_000

export const commissionJobs = {
  /**
   * Every hour, not once a quarter: within the first hour of a quarter in London the payouts of the last one are
   * there, whatever the summer time does, and a shop that was down then makes them as soon as it is back. All
   * other hours find nothing to do.
   */
  'commissions.generatePayouts': {
    async handle(deps) {
      const { quarter, payouts, carriedForward } = await generateLastQuarter(deps)
      deps.log.info({ quarter, payouts: payouts.length, carriedForward }, 'The payouts of a quarter are made')
    },
    everyMs: HOUR_MS,
  } satisfies JobHandler<'commissions.generatePayouts', Pick<Deps, 'db' | 'clock' | 'log'>>,
}
