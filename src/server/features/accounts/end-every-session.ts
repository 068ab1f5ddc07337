import type { Deps } from '#server/deps.ts'
import { closeSessions } from './close-sessions.ts'
import { lockAccount } from './lock-account.ts'

/** Signs every device of a student out, this one too; links that wait in the mailbox sign nobody in again. */
export async function endEverySession(
  deps: Pick<Deps, 'db' | 'clock'>,
  studentId: string,
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    await lockAccount(tx, studentId)
    await closeSessions(tx, deps, { studentId })
  })
  return { success: true }
}
