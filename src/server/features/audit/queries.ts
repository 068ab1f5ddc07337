import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import type { LondonRange } from '#shared/calendar/calendar.ts'
import type { AuditInput, AuditOutput } from '#shared/schemas/operations.ts'
import type { SecurityEventsInput } from '#shared/schemas/security-events.ts'
import { findNames } from './name-queries.ts'
import { namedIn, presentEntry, presentSecurityEvent, readDetails } from './present.ts'

type Db = Pick<Deps, 'db'>

const PAGE_ROWS = 50
const MOST_ACTIONS = 200
const MOST_ADMINS = 100

type AuditPage = { range?: LondonRange; size?: number }

/** A page of the audit log, of a period or all of it, with the current names of people and things. */
export async function findAuditPage(
  deps: Db,
  input: AuditInput,
  { range, size = PAGE_ROWS }: AuditPage = {},
): Promise<AuditOutput> {
  const rows = await listAudit(deps, { ...input, range, limit: size + 1 })
  const shown = rows.slice(0, size).map((row) => ({ ...row, details: readDetails(row.details) }))
  const names = await findNames(
    deps,
    shown.flatMap(({ actorKind, actorId, subjectKind, subjectId, details }) => [
      { kind: subjectKind, id: subjectId },
      ...(actorId === null ? [] : [{ kind: actorKind, id: actorId }]),
      ...details.flatMap((detail) => namedIn(detail) ?? []),
    ]),
  )
  return {
    entries: shown.map((row) => presentEntry(row, names)),
    nextCursor: rows.length > size ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** A page of security events, the newest first, with the current names of people. */
export async function findSecurityEvents(deps: Db, input: SecurityEventsInput) {
  const rows = await listSecurityEvents(deps, { ...input, limit: PAGE_ROWS + 1 })
  const shown = rows.slice(0, PAGE_ROWS)
  const known = shown.flatMap(({ subjectKind, subjectId }) =>
    subjectId === null ? [] : [{ kind: subjectKind, id: subjectId }],
  )
  const names = await findNames(deps, known)
  return {
    events: shown.map((row) => presentSecurityEvent(row, names)),
    nextCursor: rows.length > PAGE_ROWS ? (shown.at(-1)?.id ?? null) : null,
  }
}

type AuditFilter = AuditInput & { range?: LondonRange | undefined; limit: number }

/** Entries of the log, the newest first; `cursor` is the last id of the page before. */
export function listAudit({ db }: Db, { limit, ...filter }: AuditFilter) {
  const { action, actorKind, adminId, cursor, range } = filter
  return db.auditEntry.findMany({
    where: {
      ...(action && { action }),
      ...(actorKind && { actorKind }),
      ...(adminId && { actorKind: 'admin', actorId: adminId }),
      ...(cursor && { id: { lt: cursor } }),
      ...(range && { at: { gte: range.start, lt: range.end } }),
    },
    // Ids sort by their time of creation.
    orderBy: { id: 'desc' },
    take: limit,
    select: columns('id', 'at', 'actorKind', 'actorId', 'action', 'subjectKind', 'subjectId', 'details'),
  })
}

/** The values that the log can be filtered by. */
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

/** Security events, the newest first; `cursor` is the last id of the page before. */
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
