import type { Deps } from '#server/deps.ts'
import { refuseStamp } from '#server/start-faults.ts'

/**
 * Marks a new database as demo, test or live, and refuses to run on one of another kind: made-up orders must not
 * stand among real ones, nor a real shop sell through the sandbox (requirements §11).
 *
 * @throws StartFault
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
