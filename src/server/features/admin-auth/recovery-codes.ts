import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { newId } from '#server/infra/ids.ts'
import { hashRecoveryCode, newRecoveryCode } from '#server/infra/recovery-codes.ts'
import { recoveryCodeCount } from '#shared/limits.ts'
import { lockAdmin } from './admins.ts'

/** Renews the recovery codes of an admin with an authenticator app, shown only now; the older ones end. */
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

/** Step: replaces all recovery codes of an admin, used or not. Only hashes are stored. */
export async function replaceRecoveryCodes(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  adminId: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await tx.adminRecoveryCode.deleteMany({ where: { adminId } })
  await tx.adminRecoveryCode.createMany({
    data: codes.map((code) => ({
      id: newId(deps.clock.now()),
      adminId,
      codeHash: hashRecoveryCode({ adminId, code }),
    })),
  })
  return codes
}

/** Step: consumes a recovery code. False where it is wrong or used. */
export async function consumeRecoveryCode(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { adminId, code }: { adminId: string; code: string },
): Promise<boolean> {
  const { count } = await tx.adminRecoveryCode.updateMany({
    where: { adminId, codeHash: hashRecoveryCode({ adminId, code }), usedAt: null },
    data: { usedAt: clock.now() },
  })
  return count === 1
}
