import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { findTotpStep } from '#server/infra/totp.ts'
import { authenticatorRow } from './begin-authenticator.ts'
import { countCodeTry, forgiveCodeTries } from './count-code-try.ts'
import { lockAdmin } from './lock-admin.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'

/**
 * The first right code of a new authenticator app: from now on it is a second way in. Returns new recovery
 * codes, shown this once; older ones and an older app end.
 */
export async function confirmAuthenticator(
  deps: Pick<Deps, 'db' | 'clock' | 'seal' | 'limits'>,
  { adminId, sessionId = null, authCode }: { adminId: string; sessionId?: string | null; authCode: string },
): Promise<{ recoveryCodes: string[] }> {
  const guesser = { adminId, knownAs: sessionId }
  await countCodeTry(deps, guesser)
  const confirmed = await deps.db.$transaction(async (tx) => {
    if (!(await lockAdmin(tx, { adminId }))) throw new ShopError('NOT_SIGNED_IN')
    const { totpPendingSealed } = await tx.admin.findUniqueOrThrow({
      where: { id: adminId },
      select: { totpPendingSealed: true },
    })
    if (!totpPendingSealed) throw new ShopError('AUTHENTICATOR_NOT_BEGUN')
    const now = deps.clock.now()
    const secret = deps.seal.open(totpPendingSealed, authenticatorRow(adminId))
    const step = findTotpStep({ secret, code: authCode, now })
    if (step === null) throw new ShopError('STEP_UP_CODE_WRONG')
    await tx.admin.update({
      where: { id: adminId },
      data: { totpSealed: totpPendingSealed, totpPendingSealed: null, totpLastStep: step, totpAddedAt: now },
      select: { id: true },
    })
    const recoveryCodes = await replaceRecoveryCodes(tx, deps, adminId)
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'authenticator.added',
      subject: { kind: 'admin', id: adminId },
    })
    return { recoveryCodes }
  })
  await forgiveCodeTries(deps, guesser)
  return confirmed
}
