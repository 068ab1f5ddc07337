import type { Deps } from '#server/deps.ts'
import { closeSessions } from './close-sessions.ts'

/** Signs every device of a student out, this one too. */
export async function endEverySession(
  deps: Pick<Deps, 'db' | 'clock'>,
  studentId: string,
): Promise<{ success: true }> {
  await deps.db.$transaction((tx) => closeSessions(tx, deps, { studentId }))
  return { success: true }
}
