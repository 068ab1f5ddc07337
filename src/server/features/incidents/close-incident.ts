import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'

/**
 * Takes off the list what an admin has dealt with.
 *
 * @throws ShopError NOT_FOUND; CONFLICT where it was closed meanwhile
 */
export async function closeIncident(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, adminId }: { id: string; adminId: string },
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    const incident = await tx.incident.findUnique({ where: { id }, select: { kind: true, subjectId: true } })
    if (!incident) throw new ShopError('NOT_FOUND')
    const { count } = await tx.incident.updateMany({
      where: { id, closedAt: null },
      data: { closedAt: deps.clock.now(), closedById: adminId },
    })
    if (count === 0) throw new ShopError('CONFLICT')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'incident.closed',
      subject: { kind: 'incident', id },
      details: { kind: incident.kind, about: incident.subjectId },
    })
  })
  return { success: true }
}
