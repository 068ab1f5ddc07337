import type { JobHandler } from '#server/job-contracts.ts'
import { type CleanUpDeps, cleanUp } from './clean-up.ts'

const HOUR_MS = 60 * 60_000

export const maintenanceJobs = {
  'maintenance.cleanUp': {
    handle: (deps) => cleanUp(deps),
    everyMs: HOUR_MS,
  } satisfies JobHandler<'maintenance.cleanUp', CleanUpDeps>,
}
