import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { stepUpKey } from './request-step-up.ts'
import { spendChallenge, tryCode } from './try-code.ts'

type ConfirmInput = { sessionId: string; adminId: string; authCode: string }

/**
 * Makes the code of a session fresh again. One that is too old, used or tried too often is answered as if none
 * had been asked for: please confirm with a new code.
 */
export async function confirmStepUp(
  deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'signer'>,
  { sessionId, adminId, authCode }: ConfirmInput,
): Promise<{ stepUpAt: Date }> {
  await deps.limits.consume('adminCode', `try:${adminId}`)
  const tokenHash = stepUpKey(sessionId)
  const tried = await tryCode(deps, { tokenHash, authCode })
  if (tried.outcome === 'wrong') throw new ShopError('ADMIN_CODE_WRONG')
  if (tried.outcome === 'over') throw new ShopError('STEP_UP_REQUIRED')

  const stepUpAt = deps.clock.now()
  await deps.db.$transaction(async (tx) => {
    const isSpent = await spendChallenge(tx, deps, { tokenHash, codeHash: tried.codeHash })
    if (!isSpent) throw new ShopError('STEP_UP_REQUIRED')
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, adminId, revokedAt: null, expiresAt: { gt: stepUpAt } },
      data: { stepUpAt },
    })
    if (count === 0) throw new ShopError('NOT_SIGNED_IN')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'session.confirmed',
      subject: { kind: 'session', id: sessionId },
    })
  })
  await deps.limits.reset('adminCode', `try:${adminId}`)
  return { stepUpAt }
}
