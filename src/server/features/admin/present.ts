import { addHours } from '#shared/durations.ts'
import { stepUpHours } from '#shared/limits.ts'
import type { AdminSessionOutput } from '#shared/schemas/admin.ts'
import type { OpenSession, SignedInAdmin } from './queries.ts'

/** Until when payouts, bank details and bulk email ask for no new code (requirements §6). */
export function codeFreshUntil(stepUpAt: Date): Date {
  return addHours(stepUpAt, stepUpHours)
}

/** The answer to whether an admin is signed in. */
export function presentSignedIn(admin: SignedInAdmin | null): AdminSessionOutput {
  return {
    valid: admin !== null,
    requiresAuth: admin === null,
    adminEmail: admin?.email ?? null,
    codeFreshUntil: admin?.stepUpAt ? codeFreshUntil(admin.stepUpAt).toISOString() : null,
  }
}

/** A device in the list of sessions. */
export function presentSession(session: OpenSession, currentId: string) {
  return {
    id: session.id,
    userAgent: session.userAgent,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    isCurrent: session.id === currentId,
  }
}
