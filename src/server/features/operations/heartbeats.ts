import type { Deps } from '#server/deps.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { OUTAGE_MINUTES } from '#shared/operations/monitored-parts.ts'

/**
 * `watch`: the monitors ran. `queue`: a worker ran the scheduled job. `workers`: a process with workers is up. `job:`
 * and a name: that scheduled job succeeded.
 */
export type HeartbeatName = 'watch' | 'queue' | 'workers' | `job:${string}`

/**
 * Records a heartbeat and returns since when it repeats without a gap of 15 minutes. A shop that was down overnight
 * starts again.
 */
export async function recordHeartbeat(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  name: HeartbeatName,
): Promise<Date> {
  const now = clock.now()
  const gap = addMinutes(now, -OUTAGE_MINUTES)
  const rows = await db.$queryRaw<{ since: Date }[]>`
    insert into "Heartbeat" as heartbeat ("name", "since", "at") values (${name}, ${now}, ${now})
    on conflict ("name") do update set
      "since" = case when heartbeat."at" <= ${gap} then excluded."since" else heartbeat."since" end,
      "at" = greatest(heartbeat."at", excluded."at")
    returning "since"`
  return rows[0]?.since ?? now
}

/** Seconds since the last heartbeat of the workers, and since each scheduled job last succeeded. */
export type RunAges = { workers: number | null; jobs: Record<string, number> }

/** Plain SQL, because uptime monitors call it often. */
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
