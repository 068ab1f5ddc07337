import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { newId } from '#server/infra/ids.ts'
import type { IncidentKind } from '#server/infra/prisma/enums.ts'

const LONGEST_DETAIL = 500

type Incident = {
  kind: IncidentKind
  subjectId: string
  detail: string
  /**
   * Whether a repeat reopens a closed incident. `never`: it stays closed. `always`: any repeat reopens it.
   * `forNewDetail`: a repeat reopens one that ended by itself; one that an admin closed, only with another detail.
   */
  reopens: 'never' | 'forNewDetail' | 'always'
}

/**
 * Opens an incident for a person to look at; a repeat updates the open one. Two processes may see it in one moment: the
 * clock of the second may be behind that of the first.
 */
export async function openIncident(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { kind, subjectId, detail, reopens }: Incident,
): Promise<void> {
  const now = clock.now()
  const seen = { detail: detail.slice(0, LONGEST_DETAIL), seenAt: now }
  if (reopens !== 'never') {
    const isNew = reopens === 'always' ? {} : { OR: [{ closedById: null }, { detail: { not: seen.detail } }] }
    await db.incident.updateMany({
      where: { kind, subjectId, closedAt: { not: null }, ...isNew },
      data: { openedAt: now, closedAt: null, closedById: null, ...seen },
    })
  }
  await db.$executeRaw`
    insert into "Incident" as open ("id", "kind", "subjectId", "detail", "openedAt", "seenAt")
    values (${newId(now)}, ${kind}::"IncidentKind", ${subjectId}, ${seen.detail}, ${now}, ${now})
    on conflict ("kind", "subjectId") do update
      set "detail" = excluded."detail", "seenAt" = greatest(open."seenAt", excluded."seenAt")
      where open."closedAt" is null`
}

/** Closes an incident that ended well by itself, and marks one that an admin closed as resolved. */
export async function resolveIncident(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { kind, subjectId }: { kind: IncidentKind; subjectId: string },
): Promise<void> {
  await db.incident.updateMany({
    where: { kind, subjectId, OR: [{ closedAt: null }, { closedById: { not: null } }] },
    data: { closedAt: clock.now(), closedById: null },
  })
}

/**
 * Closes an incident that an admin has dealt with.
 *
 * @throws ShopError NOT_FOUND; CONFLICT where another request closed it meanwhile
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
