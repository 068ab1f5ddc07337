import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'

/**
 * Gives a job that was given up all its tries again. Its handler reads the row anew and does nothing twice.
 *
 * @throws ShopError JOB_NOT_FAILED where it is not among the failed any more
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
