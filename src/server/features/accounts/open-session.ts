import type { Deps } from '#server/deps.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { adminSessionMonths } from '#shared/limits.ts'

/** About as long as a single film stays open: who watches what they bought is not asked to sign in again. */
const STUDENT_DAYS = 90
/** The portal shows money, and a bank account can be changed there: a month. */
const REFERER_DAYS = 30

const USER_AGENT_LENGTH = 300

export type NewSession = {
  owner:
    | { kind: 'student'; studentId: string }
    | { kind: 'referer'; refererId: string }
    /** An admin's session begins with the code just proved. */
    | { kind: 'admin'; adminId: string }
  userAgent: string
}

/** Step: opens a session. The token is given out here once; the database keeps its hash. */
export async function openSession(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { owner, userAgent }: NewSession,
): Promise<{ token: string; sessionId: string; expiresAt: Date }> {
  const now = deps.clock.now()
  const token = newToken()
  const sessionId = newId(now)
  const expiresAt = endOf(owner.kind, now)
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

function endOf(kind: NewSession['owner']['kind'], now: Date): Date {
  if (kind === 'admin') return addCalendarMonths(now, adminSessionMonths)
  return addDays(now, kind === 'student' ? STUDENT_DAYS : REFERER_DAYS)
}
