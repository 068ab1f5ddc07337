import type { Deps } from '#server/deps.ts'
import type { AuditInput } from '#shared/schemas/operations.ts'

type Db = Pick<Deps, 'db'>

const MOST_ACTIONS = 200
const MOST_ADMINS = 100

/** A page of the log, the newest entry first; `cursor` is the last id of the page before. */
export function listAudit({ db }: Db, { limit, ...filter }: AuditInput & { limit: number }) {
  const { action, actorKind, adminId, cursor } = filter
  return db.auditEntry.findMany({
    where: {
      ...(action && { action }),
      ...(actorKind && { actorKind }),
      ...(adminId && { actorKind: 'admin', actorId: adminId }),
      ...(cursor && { id: { lt: cursor } }),
    },
    // Ids sort by the time they were made.
    orderBy: { id: 'desc' },
    take: limit,
    select: {
      id: true,
      at: true,
      actorKind: true,
      actorId: true,
      action: true,
      subjectKind: true,
      subjectId: true,
      details: true,
    },
  })
}

/** The names of admins, students and referers by id; a payout goes by its referer's. */
export async function findNames({ db }: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const where = { id: { in: [...new Set(ids)] } }
  const [admins, students, referers, payouts] = await Promise.all([
    db.admin.findMany({ where, select: { id: true, email: true } }),
    db.student.findMany({ where, select: { id: true, username: true } }),
    db.referer.findMany({ where, select: { id: true, name: true } }),
    db.payout.findMany({ where, select: { id: true, referer: { select: { name: true } } } }),
  ])
  return new Map([
    ...admins.map(({ id, email }) => [id, email] as const),
    ...students.map(({ id, username }) => [id, username] as const),
    ...referers.map(({ id, name }) => [id, name] as const),
    ...payouts.map(({ id, referer }) => [id, referer.name] as const),
  ])
}

/** What the log can be narrowed to. */
export async function listAuditChoices({ db }: Db) {
  const [actions, admins] = await Promise.all([
    db.auditEntry.groupBy({ by: 'action', orderBy: { action: 'asc' }, take: MOST_ACTIONS }),
    db.admin.findMany({
      orderBy: { email: 'asc' },
      take: MOST_ADMINS,
      select: { id: true, email: true },
    }),
  ])
  return { actions: actions.map(({ action }) => action), admins }
}
