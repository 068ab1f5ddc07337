import type { Deps } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { hashToken } from '#server/infra/ids.ts'
import { keyOf } from '#shared/text/text-key.ts'

export type SessionKind = 'student' | 'referer' | 'admin'
export type StudentSession = { sessionId: string; studentId: string }
export type RefererSession = { sessionId: string; refererId: string }
export type AdminSession = { sessionId: string; adminId: string; stepUpAt: Date | null }

type SessionRow = {
  id: string
  studentId: string | null
  refererId: string | null
  adminId: string | null
  stepUpAt: Date | null
  lastUsedAt: Date
}

/** The open session of token hash `$1` at time `$2`: one index probe, and one by primary key for the owner. */
const OPEN_SESSION = `
  select s."id", s."studentId", s."refererId", s."adminId", s."stepUpAt", s."lastUsedAt"
  from "Session" s
  left join "Student" student on student."id" = s."studentId"
  left join "Referer" referer on referer."id" = s."refererId"
  left join "Admin" admin on admin."id" = s."adminId"
  where s."tokenHash" = $1 and s."revokedAt" is null and s."expiresAt" > $2
    and (
      (student."verifiedAt" is not null and student."erasedAt" is null)
      or (referer."id" is not null and referer."endedAt" is null)
      or (admin."id" is not null and admin."disabledAt" is null)
    )`

const TOUCH_SESSION = `
  update "Session" set "lastUsedAt" = $2 where "id" = $1 and "lastUsedAt" < $3 returning "studentId"`

const TOUCH_STUDENT = `update "Student" set "lastSeenAt" = $2 where "id" = $1 and "lastSeenAt" < $2`

const TOUCH_EVERY_MS = 60_000

type SessionDeps = Pick<Deps, 'pool' | 'clock'>

/**
 * The session of a token; null when it is unknown, expired, revoked, of another kind, or its owner may not sign in
 * (unverified or erased student, ended referer, disabled admin).
 */
export function findSession(
  deps: SessionDeps,
  kind: 'student',
  token: string | null,
): Promise<StudentSession | null>
export function findSession(
  deps: SessionDeps,
  kind: 'referer',
  token: string | null,
): Promise<RefererSession | null>
export function findSession(
  deps: SessionDeps,
  kind: 'admin',
  token: string | null,
): Promise<AdminSession | null>
export async function findSession(
  deps: SessionDeps,
  kind: SessionKind,
  token: string | null,
): Promise<StudentSession | RefererSession | AdminSession | null> {
  if (!token) return null
  const now = deps.clock.now()
  const { rows } = await deps.pool.query<SessionRow>({
    name: 'find-session',
    text: OPEN_SESSION,
    values: [hashToken(token), now],
  })
  const row = rows[0]
  const session = row ? ofKind(row, kind) : null
  if (row && session) touchIfDue(deps, row, now)
  return session
}

type StudentStatement = { name: string; text: string }

/**
 * A statement that checks the session and does its work in one go. `text` follows the common table expression `session`
 * and gives one row with all its columns, where there is a session; its own values count from `$3`.
 */
export function studentStatement(name: string, text: string): StudentStatement {
  return { name, text: `with session as (${OPEN_SESSION} and s."studentId" is not null)${text}` }
}

/** Runs such a statement; null where the token has no open session of a student. */
export async function queryAsStudent<Row extends object>(
  deps: SessionDeps,
  { statement, token, values = [] }: { statement: StudentStatement; token: string; values?: unknown[] },
): Promise<{ session: StudentSession; row: Row } | null> {
  const now = deps.clock.now()
  const { rows } = await deps.pool.query<SessionRow & Row>({
    ...statement,
    values: [hashToken(token), now, ...values],
  })
  const row = rows[0]
  const session = row ? ofKind(row, 'student') : null
  if (!row || !session) return null
  touchIfDue(deps, row, now)
  return { session, row }
}

function touchIfDue({ pool }: SessionDeps, { id, lastUsedAt }: SessionRow, now: Date): void {
  if (now.getTime() - lastUsedAt.getTime() < TOUCH_EVERY_MS) return
  // Not awaited: if it fails, the next request writes it.
  void touchSession(pool, id, now).catch(() => undefined)
}

function ofKind(row: SessionRow, kind: 'student'): StudentSession | null
function ofKind(row: SessionRow, kind: SessionKind): StudentSession | RefererSession | AdminSession | null
function ofKind(row: SessionRow, kind: SessionKind): StudentSession | RefererSession | AdminSession | null {
  const { id: sessionId, studentId, refererId, adminId, stepUpAt } = row
  if (kind === 'student') return studentId === null ? null : { sessionId, studentId }
  if (kind === 'referer') return refererId === null ? null : { sessionId, refererId }
  return adminId === null ? null : { sessionId, adminId, stepUpAt }
}

/** Two statements without a transaction: it never locks one row while it waits for another. */
async function touchSession(pool: Deps['pool'], sessionId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TOUCH_EVERY_MS + 1)
  const { rows } = await pool.query<{ studentId: string | null }>({
    name: 'touch-session',
    text: TOUCH_SESSION,
    values: [sessionId, now, before],
  })
  const studentId = rows[0]?.studentId
  if (studentId) await pool.query({ name: 'touch-student', text: TOUCH_STUDENT, values: [studentId, now] })
}

/** The fields of a student that they may see; null once erased. */
export function findStudent(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.student.findFirst({
    where: { id: studentId, erasedAt: null },
    select: { id: true, username: true, email: true },
  })
}

export type ResetToken = {
  id: string
  email: string
  owner: { type: 'user'; studentId: string } | { type: 'referer'; refererId: string }
}

/**
 * A valid reset token of a student or referer; null when it is unknown, used or expired, when it was mailed to a former
 * address, or when its owner is erased or ended.
 */
export async function findResetToken(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<ResetToken | null> {
  const row = await deps.db.oneTimeToken.findFirst({
    where: {
      tokenHash: hashToken(token),
      purpose: 'resetPassword',
      usedAt: null,
      expiresAt: { gt: deps.clock.now() },
      OR: [{ student: { erasedAt: null } }, { referer: { endedAt: null } }],
    },
    select: {
      id: true,
      email: true,
      student: { select: { id: true, emailKey: true } },
      referer: { select: { id: true, contactEmailKey: true } },
    },
  })
  if (!row) return null
  const { id, email, student, referer } = row
  if (student?.emailKey === keyOf(email)) return { id, email, owner: { type: 'user', studentId: student.id } }
  if (referer?.contactEmailKey !== keyOf(email)) return null
  return { id, email, owner: { type: 'referer', refererId: referer.id } }
}

const MOST_SESSIONS = 100

/** A student's valid sessions, the last used first. */
export function listSessions(deps: Pick<Deps, 'db' | 'clock'>, studentId: string) {
  return deps.db.session.findMany({
    where: { studentId, revokedAt: null, expiresAt: { gt: deps.clock.now() } },
    orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
    take: MOST_SESSIONS,
    select: { id: true, userAgent: true, createdAt: true, lastUsedAt: true },
  })
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** The fields that a business account adds. */
export const BUSINESS_FIELDS = {
  ...columns('businessName', 'businessNumber', 'isVatRegistered', 'vatNumber', 'businessAddressLine1'),
  ...columns('businessAddressLine2', 'businessCity', 'businessPostcode', 'businessCountry'),
} as const

/** A student's account with a new address that is not confirmed yet; null once erased. */
export async function findAccount(deps: Pick<Deps, 'db' | 'clock'>, studentId: string) {
  const student = await deps.db.student.findFirst({
    where: { id: studentId, erasedAt: null },
    select: {
      ...columns('id', 'username', 'email', 'emailKey', 'accountType'),
      ...BUSINESS_FIELDS,
      ...columns('newsOptInAt', 'newsOptOutAt', 'createdAt'),
    },
  })
  if (!student) return null
  const [pending, paidOrders, suppressions] = await Promise.all([
    deps.db.oneTimeToken.findFirst({
      where: { studentId, purpose: 'changeEmail', usedAt: null, expiresAt: { gt: deps.clock.now() } },
      orderBy: { createdAt: 'desc' },
      select: { email: true, expiresAt: true },
    }),
    deps.db.order.count({ where: { studentId, status: 'paid' } }),
    deps.db.suppression.count({ where: { addressKey: student.emailKey } }),
  ])
  return { student, pending, getsNews: suppressions === 0 && wantsNews(student, paidOrders > 0) }
}

/** Buyers get news by the soft opt-in, others by a yes; a later no ends either (PECR reg. 22). */
function wantsNews(
  { newsOptInAt, newsOptOutAt }: { newsOptInAt: Date | null; newsOptOutAt: Date | null },
  hasBought: boolean,
) {
  if (newsOptOutAt !== null && !(newsOptInAt !== null && newsOptInAt > newsOptOutAt)) return false
  return newsOptInAt !== null || hasBought
}
