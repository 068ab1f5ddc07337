import type { AdminSessionOutput } from '#shared/schemas/admin.ts'
import type { AdminSessionRow, SignedInAdmin } from './queries.ts'
import { stepUpEndsAt } from './step-up.ts'

/** Whether an admin is signed in. */
export function presentSignedIn(admin: SignedInAdmin | null): AdminSessionOutput {
  return {
    valid: admin !== null,
    requiresAuth: admin === null,
    adminEmail: admin?.email ?? null,
    codeFreshUntil: admin?.stepUpAt ? stepUpEndsAt(admin.stepUpAt).toISOString() : null,
  }
}

/** The second factors of an admin. */
export function presentAuthenticator(row: { addedAt: Date | null; recoveryCodesLeft: number }) {
  return { addedAt: row.addedAt?.toISOString() ?? null, recoveryCodesLeft: row.recoveryCodesLeft }
}

/** A session for the list of devices. */
export function presentSession(session: AdminSessionRow, currentId: string) {
  return {
    id: session.id,
    userAgent: session.userAgent,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    isCurrent: session.id === currentId,
  }
}
