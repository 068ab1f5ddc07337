import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'

/** Ends one of an admin's own sessions, on whichever device it is; the one that asks may be among them. */
export async function revokeSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  { adminId, sessionId }: { adminId: string; sessionId: string },
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, adminId, revokedAt: null },
      data: { revokedAt: deps.clock.now() },
    })
    if (count === 0) throw new ShopError('NOT_FOUND')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'session.revoked',
      subject: { kind: 'session', id: sessionId },
    })
  })
  return { success: true }
}
