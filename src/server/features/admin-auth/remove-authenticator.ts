import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { lockAdmin } from './lock-admin.ts'

/** Takes an admin's authenticator app and recovery codes away; the emailed code stays the way in. Once is enough. */
export async function removeAuthenticator(
  deps: Pick<Deps, 'db' | 'clock'>,
  { adminId }: { adminId: string },
): Promise<{ success: true }> {
  await deps.db.$transaction(async (tx) => {
    if (!(await lockAdmin(tx, { adminId }))) throw new ShopError('NOT_SIGNED_IN')
    const { count } = await tx.admin.updateMany({
      where: { id: adminId, OR: [{ totpSealed: { not: null } }, { totpPendingSealed: { not: null } }] },
      data: { totpSealed: null, totpPendingSealed: null, totpAddedAt: null },
    })
    await tx.adminRecoveryCode.deleteMany({ where: { adminId } })
    if (count === 0) return
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'authenticator.removed',
      subject: { kind: 'admin', id: adminId },
    })
  })
  return { success: true }
}
