import type { Deps } from '#server/deps.ts'
import { refuseStamp } from '#server/start-errors.ts'

/**
 * Marks a new database as demo, test or live, and refuses one of another kind: demo orders must not mix with real
 * ones, nor a live shop use the sandbox (requirements §11).
 *
 * @throws StartError
 */
export async function stampInstallation(deps: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<void> {
  const kind = deps.config.stamp
  await deps.db.installation.createMany({
    data: { id: 1, kind, stampedAt: deps.clock.now() },
    skipDuplicates: true,
  })
  const stamp = await deps.db.installation.findUniqueOrThrow({ where: { id: 1 }, select: { kind: true } })
  if (stamp.kind !== kind) throw refuseStamp(stamp.kind, kind)
}
