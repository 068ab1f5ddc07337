import type { Deps } from '#server/deps.ts'
import type { IncidentKind } from '#server/infra/prisma/enums.ts'

/** Takes off the list what went right in the end; what an admin had closed before counts as right, too. */
export async function settleIncident(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { kind, subjectId }: { kind: IncidentKind; subjectId: string },
): Promise<void> {
  await db.incident.updateMany({
    where: { kind, subjectId, OR: [{ closedAt: null }, { closedById: { not: null } }] },
    data: { closedAt: clock.now(), closedById: null },
  })
}
