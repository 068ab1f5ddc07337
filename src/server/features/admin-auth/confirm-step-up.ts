import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import type { CodeMethod } from '#shared/schemas/admin.ts'
import { countCodeTry, forgiveCodeTries } from './count-code-try.ts'
import { stepUpKey } from './request-step-up.ts'
import { spendCode } from './spend-code.ts'

type ConfirmInput = { sessionId: string; adminId: string; authCode: string; method?: CodeMethod }

/**
 * Makes the code of a session fresh again. One that is too old, used or tried too often is answered as if none
 * had been asked for: please confirm with a new code.
 */
export async function confirmStepUp(
  deps: Pick<Deps, 'db' | 'clock' | 'limits' | 'signer' | 'seal'>,
  { sessionId, adminId, authCode, method = 'email' }: ConfirmInput,
): Promise<{ stepUpAt: Date }> {
  const guesser = { adminId, knownAs: sessionId }
  await countCodeTry(deps, guesser)
  const stepUpAt = deps.clock.now()
  const code = {
    adminId,
    tokenHash: stepUpKey(sessionId),
    authCode,
    method,
    whenWrong: 'STEP_UP_CODE_WRONG',
    whenOver: 'STEP_UP_REQUIRED',
  } as const
  await spendCode(deps, code, async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id: sessionId, adminId, revokedAt: null, expiresAt: { gt: stepUpAt } },
      data: { stepUpAt },
    })
    if (count === 0) throw new ShopError('NOT_SIGNED_IN')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'session.confirmed',
      subject: { kind: 'session', id: sessionId },
      details: { method },
    })
  })
  await forgiveCodeTries(deps, guesser)
  return { stepUpAt }
}
