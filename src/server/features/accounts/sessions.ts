import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { recordSecurityEvent } from '#server/features/audit/security-events.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { adminSessionMonths, refererSessionDays, studentSessionDays } from '#shared/limits.ts'
import type { SessionKind } from './queries.ts'
import { lockStudent } from './students.ts'
import { revokeTokens, type TokenOwner } from './tokens.ts'

const USER_AGENT_LENGTH = 300

export type NewSession = {
  owner:
    | { kind: 'student'; studentId: string }
    | { kind: 'referer'; refererId: string }
    /** The code that was just checked is the step-up of the new session. */
    | { kind: 'admin'; adminId: string }
  userAgent: string
}

/** Step: creates a session. Only the caller gets the token; the database stores its hash. */
export async function createSession(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { owner, userAgent }: NewSession,
): Promise<{ token: string; sessionId: string; expiresAt: Date }> {
  const now = deps.clock.now()
  const token = newToken()
  const sessionId = newId(now)
  const expiresAt = expiryOf(owner.kind, now)
  await tx.session.create({
    data: {
      id: sessionId,
      tokenHash: hashToken(token),
      studentId: owner.kind === 'student' ? owner.studentId : null,
      refererId: owner.kind === 'referer' ? owner.refererId : null,
      adminId: owner.kind === 'admin' ? owner.adminId : null,
      userAgent: userAgent.slice(0, USER_AGENT_LENGTH),
      createdAt: now,
      lastUsedAt: now,
      expiresAt,
      stepUpAt: owner.kind === 'admin' ? now : null,
    },
    select: { id: true },
  })
  return { token, sessionId, expiresAt }
}

function expiryOf(kind: NewSession['owner']['kind'], now: Date): Date {
  if (kind === 'admin') return addCalendarMonths(now, adminSessionMonths)
  return addDays(now, kind === 'student' ? studentSessionDays : refererSessionDays)
}

/**
 * What belongs to one student is refused to every other (requirements §6).
 *
 * @throws ShopError OWN_DASHBOARD_ONLY
 */
export async function refuseOtherStudent(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { studentId, address }: { studentId: string; address: string },
): Promise<never> {
  const subject = { kind: 'student', id: studentId } as const
  await recordSecurityEvent(deps, { kind: 'access.refused', subject, address })
  throw new ShopError('OWN_DASHBOARD_ONLY')
}

const OWNED_BY = {
  student: { studentId: { not: null } },
  referer: { refererId: { not: null } },
  admin: { adminId: { not: null } },
} as const

/** Revokes the session of a token, where it is of this kind. A token without a session succeeds too. */
export async function signOut(
  deps: Pick<Deps, 'db' | 'clock'>,
  { kind, token }: { kind: SessionKind; token: string | null },
): Promise<{ success: true }> {
  if (token) {
    await deps.db.session.updateMany({
      where: { tokenHash: hashToken(token), revokedAt: null, ...OWNED_BY[kind] },
      data: { revokedAt: deps.clock.now() },
    })
  }
  return { success: true }
}

/**
 * Revokes one of a student's own sessions.
 *
 * @throws ShopError SESSION_NOT_FOUND also for a session of another student
 */
export async function revokeSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  { studentId, sessionId }: { studentId: string; sessionId: string },
): Promise<{ success: true }> {
  const now = deps.clock.now()
  const { count } = await deps.db.session.updateMany({
    where: { id: sessionId, studentId, revokedAt: null, expiresAt: { gt: now } },
    data: { revokedAt: now },
  })
  if (count === 0) throw new ShopError('SESSION_NOT_FOUND')
  return { success: true }
}

/** Revokes all sessions of a student, the current one too, and the tokens that could create a new one. */
export async function revokeEverySession(
  deps: Pick<Deps, 'db' | 'clock'>,
  studentId: string,
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    await lockStudent(tx, studentId)
    await revokeSessions(tx, deps, { studentId })
  })
  return { success: true }
}

/**
 * Revokes all sessions and mailed tokens of a student by an admin, after the student reported a stranger.
 *
 * @throws ShopError NOT_FOUND
 */
export async function endSessions(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  { studentId, adminId }: { studentId: string; adminId: string },
): Promise<{ success: true }> {
  const subject = { kind: 'student', id: studentId } as const
  await deps.db.$transaction(async (tx) => {
    if (!(await lockStudent(tx, studentId))) throw new ShopError('NOT_FOUND')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'student.sessionsEnded',
      subject,
      details: {},
    })
    await revokeSessions(tx, deps, { studentId })
  })
  await recordSecurityEvent(deps, { kind: 'sessions.revoked', subject, address: null })
  return { success: true }
}

/**
 * Step: revokes all sessions and mailed tokens of a person, but for one session if it is named. The caller writes the
 * person's row first in this transaction: a sign-in at the same time waits for it and is then refused.
 */
export async function revokeSessions(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  owner: TokenOwner,
  keptSessionId: string | null = null,
): Promise<void> {
  await revokeTokens(tx, deps, owner)
  await tx.session.updateMany({
    where: { ...owner, revokedAt: null, ...(keptSessionId === null ? {} : { id: { not: keptSessionId } }) },
    data: { revokedAt: deps.clock.now() },
  })
}

/** Step: deletes sessions that expired or were revoked before a moment, unless a media grant still names them. */
export async function deleteOldSessions({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.session.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { revokedAt: { lt: before } }], grants: { none: {} } },
  })
}
