import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'

/**
 * Signs a student's own device out.
 *
 * @throws ShopError SESSION_NOT_FOUND for one that is not open, and for another student's alike
 */
export async function endSession(
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
