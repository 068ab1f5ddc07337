import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { lockAdmin } from './lock-admin.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'

/** New recovery codes for an admin with an authenticator app, shown this once; the older ones end. */
export async function renewRecoveryCodes(
  deps: Pick<Deps, 'db' | 'clock'>,
  { adminId }: { adminId: string },
): Promise<{ recoveryCodes: string[] }> {
  return deps.db.$transaction(async (tx) => {
    if (!(await lockAdmin(tx, { adminId }))) throw new ShopError('NOT_SIGNED_IN')
    const withApp = await tx.admin.count({ where: { id: adminId, totpSealed: { not: null } } })
    if (withApp === 0) throw new ShopError('AUTHENTICATOR_NOT_BEGUN')
    const recoveryCodes = await replaceRecoveryCodes(tx, deps, adminId)
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'recovery_codes.renewed',
      subject: { kind: 'admin', id: adminId },
    })
    return { recoveryCodes }
  })
}
