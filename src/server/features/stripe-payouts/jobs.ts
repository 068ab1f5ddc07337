import type { JobHandler } from '#server/job-contracts.ts'
import { reportProblems } from './check-balance.ts'
import { type BalanceDeps, readStripeBalance } from './read-balance.ts'

const HOUR_MS = 60 * 60_000

export const stripePayoutJobs = {
  'stripePayouts.read': {
    async handle(deps) {
      await readStripeBalance(deps)
      await reportProblems(deps)
    },
    everyMs: HOUR_MS,
  } satisfies JobHandler<'stripePayouts.read', BalanceDeps>,
}
