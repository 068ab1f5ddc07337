import type { Deps } from '#server/deps.ts'
import type { IncidentKind } from '#server/infra/prisma/enums.ts'

/** The open incidents, the oldest first. */
export function listOpenIncidents({ db }: Pick<Deps, 'db'>, limit: number) {
  return db.incident.findMany({
    where: { closedAt: null },
    orderBy: { openedAt: 'asc' },
    take: limit,
    select: { id: true, kind: true, subjectId: true, detail: true, openedAt: true },
  })
}

/** What the open incidents of a kind are about. */
export async function listOpenSubjects({ db }: Pick<Deps, 'db'>, kind: IncidentKind): Promise<string[]> {
  const rows = await db.incident.findMany({ where: { kind, closedAt: null }, select: { subjectId: true } })
  return rows.map(({ subjectId }) => subjectId)
}
