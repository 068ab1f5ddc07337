import { type ReminderDeps, sendReminders } from '#server/features/reminders/send-reminders.ts'
import type { JobHandler } from '#server/job-contracts.ts'
import { backUpNightly, type RunDeps } from './backup/nightly-backup.ts'
import { type CleanUpDeps, cleanUp, type DeleteOld } from './clean-up.ts'
import { recordHeartbeat } from './heartbeats.ts'
import { type MonitorDeps, runMonitors } from './monitors.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type MaintenanceJobs = {
  'maintenance.backUp': JobHandler<'maintenance.backUp', RunDeps>
  'maintenance.cleanUp': JobHandler<'maintenance.cleanUp', CleanUpDeps>
  'maintenance.sendReminders': JobHandler<'maintenance.sendReminders', ReminderDeps>
  'maintenance.watch': JobHandler<'maintenance.watch', MonitorDeps>
}

/** The jobs of maintenance. The caller supplies the clean-up step of admin-auth. */
export function maintenanceJobs(removeOldCodes: DeleteOld): MaintenanceJobs {
  return {
    'maintenance.backUp': { handle: (deps) => backUpNightly(deps), everyMs: HOUR_MS },
    'maintenance.cleanUp': {
      handle: (deps) => cleanUp(deps, removeOldCodes),
      everyMs: HOUR_MS,
    },
    'maintenance.sendReminders': { handle: (deps) => sendReminders(deps), everyMs: HOUR_MS },
    'maintenance.watch': {
      async handle(deps) {
        // This heartbeat proves that the queue runs jobs.
        await recordHeartbeat(deps, 'queue')
        await runMonitors(deps)
      },
      everyMs: 5 * MINUTE_MS,
    },
  }
}
