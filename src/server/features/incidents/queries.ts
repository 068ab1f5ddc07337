import type { Deps } from '#server/deps.ts'

/** What a person still has to look at, the oldest first. */
export function listOpenIncidents({ db }: Pick<Deps, 'db'>, limit: number) {
  return db.incident.findMany({
    where: { closedAt: null },
    orderBy: { openedAt: 'asc' },
    take: limit,
    select: { id: true, kind: true, subjectId: true, detail: true, openedAt: true },
  })
}
