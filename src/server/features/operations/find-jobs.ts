import type { Deps } from '#server/deps.ts'
import type { JobsOutput } from '#shared/schemas/operations.ts'
import { presentFailedJob } from './present.ts'

const SHOWN = 25

/** The queue's jobs by name, and a page of those that were given up. Rejects within three seconds while it is away. */
export async function findJobs(deps: Pick<Deps, 'queue'>, offset: number): Promise<JobsOutput> {
  const [counts, failed] = await Promise.all([
    deps.queue.countsByJob(),
    deps.queue.listFailed({ limit: SHOWN + 1, offset }),
  ])
  return {
    counts: [...counts].map(([name, count]) => ({ name, ...count })).toSorted(byName),
    failed: failed.slice(0, SHOWN).map(presentFailedJob),
    hasMore: failed.length > SHOWN,
  }
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name, 'en')
}
