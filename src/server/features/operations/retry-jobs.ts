import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'

/** The queue keeps this many failed jobs (requirements §11). */
const KEPT = 2_000
/** What is left over is retried by the next press. */
const AT_ONCE = 200

/** Retries the failed jobs of one name. One that somebody else retries at the same moment is theirs. */
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
