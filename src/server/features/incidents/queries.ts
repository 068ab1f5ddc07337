import type { Deps } from '#server/deps.ts'

/** The open incidents, the oldest first. */
export function listOpenIncidents({ db }: Pick<Deps, 'db'>, limit: number) {
  return db.incident.findMany({
    where: { closedAt: null },
    orderBy: { openedAt: 'asc' },
    take: limit,
    select: { id: true, kind: true, subjectId: true, detail: true, openedAt: true },
  })
}
