import type { Deps } from '#server/deps.ts'
import type { AuditInput } from '#shared/schemas/operations.ts'
import type { SecurityEventsInput } from '#shared/schemas/security-events.ts'

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

/** A page of security events, the newest first; `cursor` is the last id of the page before. */
export function listSecurityEvents(
  { db }: Db,
  { limit, kind, cursor }: SecurityEventsInput & { limit: number },
) {
  return db.securityEvent.findMany({
    where: { ...(kind && { kind }), ...(cursor && { id: { lt: cursor } }) },
    orderBy: { id: 'desc' },
    take: limit,
    select: { id: true, at: true, kind: true, subjectKind: true, subjectId: true, address: true },
  })
}
