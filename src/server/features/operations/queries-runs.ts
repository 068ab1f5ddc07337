import type { Deps } from '#server/deps.ts'

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
