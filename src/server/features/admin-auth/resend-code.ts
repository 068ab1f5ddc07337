import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import {
  type Browser,
  recogniseBrowser,
  UNKNOWN_BROWSER,
} from '#server/features/accounts/recognise-browser.ts'
import { nudgeAwaitedMail } from '#server/features/mail/queue-mail.ts'
import { hashToken } from '#server/infra/ids.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { countCodeMail } from './count-code-try.ts'
import { mailCode } from './mail-code.ts'
import { findChallenge } from './queries.ts'

type ResendDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'>

/** Mails new digits, which end the older ones. The tries stay as many as are left: a resend buys no guesses. */
export async function resendCode(
  deps: ResendDeps,
  { sessionToken, browser = UNKNOWN_BROWSER }: { sessionToken: string; browser?: Browser },
): Promise<{ success: true; message: string }> {
  const tokenHash = hashToken(sessionToken)
  const challenge = await findChallenge(deps, tokenHash)
  if (!challenge) throw new ShopError('ADMIN_CODE_EXPIRED')
  const { adminId, admin } = challenge
  const account = { kind: 'admin' as const, id: adminId, passwordHash: admin.passwordHash }
  await countCodeMail(deps, { adminId, knownAs: recogniseBrowser(deps, account, browser) })

  const outboxId = await deps.db.$transaction(async (tx) => {
    const { email } = admin
    const sent = await mailCode(tx, deps, { email, purpose: 'sign-in', tokenHash })
    const { codeHash, expiresAt } = sent
    const { count } = await tx.adminChallenge.updateMany({
      where: { tokenHash, usedAt: null, triesLeft: { gt: 0 }, expiresAt: { gt: deps.clock.now() } },
      data: { codeHash, expiresAt },
    })
    if (count === 0) throw new ShopError('ADMIN_CODE_EXPIRED')
    return sent.outboxId
  })
  await nudgeAwaitedMail(deps, [outboxId])
  return { success: true, message: adminLoginMessages.codeResent }
}
