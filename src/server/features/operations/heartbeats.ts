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

/** For how many seconds no worker has said that it lives, and each job that comes round by itself has not ended well. */
export type RunAges = { workers: number | null; jobs: Record<string, number> }

/** Reads the heartbeats as plain SQL: it is asked again and again by whoever watches the shop. */
export async function findRunAges({ pool, clock }: Pick<Deps, 'pool' | 'clock'>): Promise<RunAges> {
  const { rows } = await pool.query<{ name: string; at: Date }>({
    name: 'run-ages',
    text: `select "name", "at" from "Heartbeat" where "name" = 'workers' or "name" like 'job:%' order by "name"`,
  })
  const now = clock.now().getTime()
  const ages: RunAges = { workers: null, jobs: {} }
  for (const { name, at } of rows) {
    const seconds = Math.max(0, Math.round((now - at.getTime()) / 1000))
    if (name === 'workers') ages.workers = seconds
    else ages.jobs[name.slice('job:'.length)] = seconds
  }
  return ages
}
