import type { Deps } from '#server/deps.ts'
import { closeSession } from '#server/features/accounts/close-session.ts'

/** Ends an admin's session. Signing out with a dead token, or with none, is fine: the aim is reached. */
export async function signOut(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string | null,
): Promise<{ success: true }> {
  await closeSession(deps, { kind: 'admin', token })
  return { success: true }
}
