import { type ReminderDeps, sendReminders } from '#server/features/reminders/send-reminders.ts'
import type { JobHandler } from '#server/job-contracts.ts'
import { type CleanUpDeps, cleanUp, type RemoveOld } from './clean-up.ts'
import { keepBeat } from './heartbeats.ts'
import { type WatchDeps, watchParts } from './monitors.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type MaintenanceJobs = {
  'maintenance.cleanUp': JobHandler<'maintenance.cleanUp', CleanUpDeps>
  'maintenance.sendReminders': JobHandler<'maintenance.sendReminders', ReminderDeps>
  'maintenance.watch': JobHandler<'maintenance.watch', WatchDeps>
}

/** The jobs of maintenance; whoever wires them gives the step of the admins' room. */
export function maintenanceJobs(removeOldCodes: RemoveOld): MaintenanceJobs {
  return {
    'maintenance.cleanUp': {
      handle: (deps) => cleanUp(deps, removeOldCodes),
      everyMs: HOUR_MS,
    },
    'maintenance.sendReminders': { handle: (deps) => sendReminders(deps), everyMs: HOUR_MS },
    'maintenance.watch': {
      async handle(deps) {
        // That this runs at all is the news: the queue moves.
        await keepBeat(deps, 'queue')
        await watchParts(deps)
      },
      everyMs: 5 * MINUTE_MS,
    },
  }
}
