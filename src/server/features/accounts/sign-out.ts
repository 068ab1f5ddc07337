import type { Deps } from '#server/deps.ts'
import { closeSession } from './close-session.ts'

/** Ends a student's session. Signing out with a dead token, or with none, is fine: the aim is reached. */
export async function signOut(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string | null,
): Promise<{ success: true }> {
  await closeSession(deps, { kind: 'student', token })
  return { success: true }
}
