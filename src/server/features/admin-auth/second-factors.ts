import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { findTotpStep, newTotpSecret, totpUri } from '#server/infra/totp.ts'
import { lockAdmin } from './admins.ts'
import { consumeCodeTry, resetCodeTries } from './code-limits.ts'
import { findAdmin } from './queries.ts'
import { consumeRecoveryCode, replaceRecoveryCodes } from './recovery-codes.ts'

/** The row that the sealed secret is bound to. */
export function authenticatorRow(adminId: string): string {
  return `Admin:${adminId}:totp`
}

/**
 * Creates the secret of an authenticator app. It takes effect with the first right code (`confirmAuthenticator`); until
 * then an older app stays valid.
 */
export async function createAuthenticator(
  deps: Pick<Deps, 'db' | 'seal' | 'config'>,
  { adminId }: { adminId: string },
): Promise<{ secret: string; uri: string }> {
  const admin = await findAdmin(deps, adminId)
  if (!admin) throw new ShopError('NOT_SIGNED_IN')
  const secret = newTotpSecret()
  await deps.db.admin.update({
    where: { id: adminId },
    data: { totpPendingSealed: deps.seal.seal(secret, authenticatorRow(adminId)) },
    select: { id: true },
  })
  return { secret, uri: totpUri({ secret, issuer: deps.config.seller.name, account: admin.email }) }
}

/**
 * Confirms a new authenticator app with its first code, which makes it a second factor. Returns new recovery codes,
 * shown only now; older codes and an older app end.
 */
export async function confirmAuthenticator(
  deps: Pick<Deps, 'db' | 'clock' | 'seal' | 'limits'>,
  { adminId, sessionId = null, authCode }: { adminId: string; sessionId?: string | null; authCode: string },
): Promise<{ recoveryCodes: string[] }> {
  const guesser = { adminId, knownAs: sessionId }
  await consumeCodeTry(deps, guesser)
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
  await resetCodeTries(deps, guesser)
  return confirmed
}

/** Removes an admin's authenticator app and recovery codes; the mailed code stays. A second call changes nothing. */
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

type SecondFactor = { adminId: string; method: 'app' | 'recovery'; code: string }

/** Step: consumes a code of the authenticator app or a recovery code. False where it is wrong or used. */
export function consumeSecondFactor(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal'>,
  { method, ...input }: SecondFactor,
): Promise<boolean> {
  return method === 'app' ? consumeAppCode(tx, deps, input) : consumeRecoveryCode(tx, deps, input)
}

/** A code of the app works once, and ends the codes before it (RFC 6238 §5.2). */
async function consumeAppCode(
  tx: Tx,
  { clock, seal }: Pick<Deps, 'clock' | 'seal'>,
  { adminId, code }: { adminId: string; code: string },
) {
  const admin = await tx.admin.findUnique({ where: { id: adminId }, select: { totpSealed: true } })
  if (!admin?.totpSealed) return false
  const secret = seal.open(admin.totpSealed, authenticatorRow(adminId))
  const step = findTotpStep({ secret, code, now: clock.now() })
  if (step === null) return false
  const { count } = await tx.admin.updateMany({
    where: { id: adminId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  })
  return count === 1
}
