import type { AdminSessionOutput } from '#shared/schemas/admin.ts'
import type { OpenSession, SignedInAdmin } from './queries.ts'
import { codeFreshUntil } from './step-up.ts'

/** The answer to whether an admin is signed in. */
export function presentSignedIn(admin: SignedInAdmin | null): AdminSessionOutput {
  return {
    valid: admin !== null,
    requiresAuth: admin === null,
    adminEmail: admin?.email ?? null,
    codeFreshUntil: admin?.stepUpAt ? codeFreshUntil(admin.stepUpAt).toISOString() : null,
  }
}

/** The second ways in of an admin. */
export function presentAuthenticator(row: { addedAt: Date | null; recoveryCodesLeft: number }) {
  return { addedAt: row.addedAt?.toISOString() ?? null, recoveryCodesLeft: row.recoveryCodesLeft }
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
