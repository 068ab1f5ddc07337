import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { reasonOf } from './queries.ts'

const SHOWN = 25

/**
 * The number of jobs by name, and a page of failed ones. Rejects within three seconds while the queue is unavailable.
 */
export async function findJobs(deps: Pick<Deps, 'queue'>, offset: number) {
  const [counts, failed] = await Promise.all([
    deps.queue.countsByJob(),
    deps.queue.listFailed({ limit: SHOWN + 1, offset }),
  ])
  return {
    counts: [...counts]
      .map(([name, count]) => ({ name, ...count }))
      .toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    failed: failed.slice(0, SHOWN).map((job) => ({ ...job, reason: reasonOf(job.reason) })),
    hasMore: failed.length > SHOWN,
  }
}

/**
 * Retries a failed job with all its attempts. Its handler reads the row again and does nothing twice.
 *
 * @throws ShopError JOB_NOT_FAILED where it is not failed any more
 */
export async function retryJob(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  { id, adminId }: { id: string; adminId: string },
): Promise<{ success: true }> {
  if (!(await deps.queue.retryFailed(id))) throw new ShopError('JOB_NOT_FAILED')
  await deps.db.$transaction((tx) =>
    recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'job.retried',
      subject: { kind: 'job', id },
    }),
  )
  return { success: true }
}

/** The queue keeps so many failed jobs (requirements §11). */
const KEPT = 2_000
/** The next click retries the rest. */
const AT_ONCE = 200

/** Retries the failed jobs of one name. A job that another request retries at the same time is not counted. */
export async function retryJobs(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  { name, adminId }: { name: string; adminId: string },
): Promise<{ retried: number; hasMore: boolean }> {
  const failed = await deps.queue.listFailed({ limit: KEPT, offset: 0 })
  const named = failed.filter((job) => job.name === name)
  let retried = 0
  for (const { id } of named.slice(0, AT_ONCE)) {
    if (await deps.queue.retryFailed(id)) retried++
  }
  if (retried > 0) {
    await deps.db.$transaction((tx) =>
      recordAudit(tx, deps, {
        actor: { kind: 'admin', id: adminId },
        action: 'jobs.retried',
        subject: { kind: 'job', id: name },
        details: { count: retried },
      }),
    )
  }
  return { retried, hasMore: named.length > AT_ONCE }
}
