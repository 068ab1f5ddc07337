import type { JobHandler } from '#server/job-contracts.ts'
import { type CleanUpDeps, cleanUp, type RemoveOld } from './clean-up.ts'
import { type ReminderDeps, sendReminders } from './send-reminders.ts'

const HOUR_MS = 60 * 60_000

type MaintenanceJobs = {
  'maintenance.cleanUp': JobHandler<'maintenance.cleanUp', CleanUpDeps>
  'maintenance.sendReminders': JobHandler<'maintenance.sendReminders', ReminderDeps>
}

/** The jobs of maintenance; whoever wires them gives the step of the admins' room. */
export function maintenanceJobs(removeOldCodes: RemoveOld): MaintenanceJobs {
  return {
    'maintenance.cleanUp': {
      handle: (deps) => cleanUp(deps, removeOldCodes),
      everyMs: HOUR_MS,
    },
    'maintenance.sendReminders': { handle: (deps) => sendReminders(deps), everyMs: HOUR_MS },
  }
}
