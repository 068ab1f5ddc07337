import type { Deps } from '#server/deps.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { STANDSTILL_MINUTES } from '#shared/operations/monitored-parts.ts'

/**
 * `watch`: somebody looks at the parts. `queue`: a worker ran the job that comes round by itself. `workers`: a process with
 * workers lives. `job:` and a name: that scheduled job ended well.
 */
export type BeatName = 'watch' | 'queue' | 'workers' | `job:${string}`

/**
 * Notes that something which goes by itself has just gone, and tells since when it does so without a gap of 15 minutes.
 * A shop that was shut overnight begins anew.
 */
export async function keepBeat({ db, clock }: Pick<Deps, 'db' | 'clock'>, name: BeatName): Promise<Date> {
  const now = clock.now()
  const gap = addMinutes(now, -STANDSTILL_MINUTES)
  const rows = await db.$queryRaw<{ since: Date }[]>`
    insert into "Heartbeat" as beat ("name", "since", "at") values (${name}, ${now}, ${now})
    on conflict ("name") do update set
      "since" = case when beat."at" <= ${gap} then excluded."since" else beat."since" end,
      "at" = greatest(beat."at", excluded."at")
    returning "since"`
  return rows[0]?.since ?? now
}
