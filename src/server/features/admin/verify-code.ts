import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { openSession } from '#server/features/accounts/open-session.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { hashToken } from '#server/infra/ids.ts'
import { lockAdmin } from './lock-admin.ts'
import { findChallenge } from './queries.ts'
import { spendChallenge, tryCode } from './try-code.ts'

type VerifyDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'signer'>
type VerifyInput = { sessionToken: string; authCode: string; userAgent: string }

/**
 * The second step of an admin's sign-in: the mailed digits open a session, once. Tries are counted on the
 * challenge and, over all challenges, on the admin: beginning again gives no endless guesses.
 */
export async function verifyCode(
  deps: VerifyDeps,
  { sessionToken, authCode, userAgent }: VerifyInput,
): Promise<{ token: string; expiresAt: Date; adminEmail: string }> {
  const tokenHash = hashToken(sessionToken)
  const challenge = await findChallenge(deps, tokenHash)
  if (!challenge) throw new ShopError('ADMIN_CODE_EXPIRED')
  const { adminId, admin } = challenge
  await deps.limits.consume('adminCode', `try:${adminId}`)
  const tried = await tryCode(deps, { tokenHash, authCode })
  if (tried.outcome === 'wrong') throw new ShopError('ADMIN_CODE_WRONG')
  if (tried.outcome === 'over') throw new ShopError('ADMIN_CODE_EXPIRED')

  const session = await deps.db.$transaction(async (tx) => {
    const mayComeIn = await lockAdmin(tx, { adminId })
    const isSpent = await spendChallenge(tx, deps, { tokenHash, codeHash: tried.codeHash })
    if (!mayComeIn || !isSpent) throw new ShopError('ADMIN_CODE_EXPIRED')
    const opened = await openSession(tx, deps, { owner: { kind: 'admin', adminId }, userAgent })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'session.opened',
      subject: { kind: 'session', id: opened.sessionId },
    })
    return opened
  })
  await deps.limits.reset('adminCode', `try:${adminId}`)
  await deps.limits.reset('signInAccount', `admin:${admin.emailKey}`)
  return { token: session.token, expiresAt: session.expiresAt, adminEmail: admin.email }
}
