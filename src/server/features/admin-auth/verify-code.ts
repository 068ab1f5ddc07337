import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { forgiveSignInTries } from '#server/features/accounts/check-sign-in.ts'
import { openSession } from '#server/features/accounts/open-session.ts'
import {
  type Browser,
  recogniseBrowser,
  rememberBrowser,
  UNKNOWN_BROWSER,
} from '#server/features/accounts/recognise-browser.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { recordOutcome } from '#server/features/audit/record-security-event.ts'
import { hashToken } from '#server/infra/ids.ts'
import type { CodeMethod } from '#shared/schemas/admin.ts'
import { countCodeTry, forgiveCodeTries } from './count-code-try.ts'
import { findChallenge } from './queries.ts'
import { spendCode } from './spend-code.ts'

type VerifyDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'signer' | 'seal' | 'log'>
type VerifyInput = {
  sessionToken: string
  authCode: string
  method?: CodeMethod
  address?: string
  userAgent: string
  browser?: Browser
}

/**
 * The second step of an admin's sign-in: the mailed digits, those of an authenticator app or a recovery code open
 * a session, once. Tries are counted on the challenge and, over all challenges, on the admin: beginning again
 * gives no endless guesses.
 */
export async function verifyCode(deps: VerifyDeps, input: VerifyInput): Promise<Opened> {
  const tokenHash = hashToken(input.sessionToken)
  const challenge = await findChallenge(deps, tokenHash)
  if (!challenge) throw new ShopError('ADMIN_CODE_EXPIRED')
  const outcome = {
    subject: { kind: 'admin' as const, id: challenge.adminId },
    address: input.address ?? null,
    done: 'signIn.succeeded' as const,
    failed: 'code.failed' as const,
    locked: 'code.locked' as const,
  }
  return recordOutcome(deps, outcome, () => open(deps, { ...input, tokenHash, challenge }))
}

type Opened = { token: string; expiresAt: Date; adminEmail: string }
type Challenge = NonNullable<Awaited<ReturnType<typeof findChallenge>>>

async function open(
  deps: VerifyDeps,
  input: VerifyInput & { tokenHash: string; challenge: Challenge },
): Promise<Opened> {
  const { tokenHash, challenge, authCode, method = 'email', userAgent, browser = UNKNOWN_BROWSER } = input
  const { adminId, admin } = challenge
  const account = { kind: 'admin' as const, id: adminId, passwordHash: admin.passwordHash }
  const knownAs = recogniseBrowser(deps, account, browser)
  await countCodeTry(deps, { adminId, knownAs })

  const code = {
    adminId,
    tokenHash,
    authCode,
    method,
    whenWrong: 'ADMIN_CODE_WRONG',
    whenOver: 'ADMIN_CODE_EXPIRED',
  } as const
  const session = await spendCode(deps, code, async (tx) => {
    const opened = await openSession(tx, deps, { owner: { kind: 'admin', adminId }, userAgent })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'session.opened',
      subject: { kind: 'session', id: opened.sessionId },
      details: { method },
    })
    return opened
  })
  await forgiveCodeTries(deps, { adminId, knownAs })
  await forgiveSignInTries(deps, { kind: 'admin', name: admin.emailKey, knownAs })
  rememberBrowser(deps, account, browser)
  return { token: session.token, expiresAt: session.expiresAt, adminEmail: admin.email }
}
