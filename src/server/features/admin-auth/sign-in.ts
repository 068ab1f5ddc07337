import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import {
  type Browser,
  recogniseBrowser,
  rememberBrowser,
  UNKNOWN_BROWSER,
} from '#server/features/accounts/known-browsers.ts'
import { createSession } from '#server/features/accounts/sessions.ts'
import { checkSignIn, resetSignInTries } from '#server/features/accounts/sign-in-attempts.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { recordOutcome } from '#server/features/audit/security-events.ts'
import { enqueueAwaited } from '#server/features/mail/outbox.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import { adminCodeTries } from '#shared/limits.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import type { CodeMethod } from '#shared/schemas/admin.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { lockAdmin } from './admins.ts'
import { consumeCode, mailCode } from './challenges.ts'
import { consumeCodeMail, consumeCodeTry, resetCodeTries } from './code-limits.ts'
import { findChallenge } from './queries.ts'

type SignInDeps = Pick<
  Deps,
  'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'
>
type SignInInput = { email: string; password: string; address: string; browser?: Browser }
type CodeSent = { sessionToken: string; adminEmail: string; message: string; hasApp: boolean }

/**
 * The first step of an admin's sign-in: a right password creates a challenge and mails a code. A missing account gets
 * the same refusal after the same work. The tries are not reset here: a known password must not buy more code guesses.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, address, browser }: SignInInput,
): Promise<CodeSent> {
  const name = keyOf(email)
  const attempt = {
    kind: 'admin',
    name,
    account: await findByEmail(deps, name),
    password,
    address,
    browser,
    done: 'signIn.codeSent',
    refusal: 'ADMIN_LOGIN_FAILED',
  } as const
  return checkSignIn(deps, attempt, (admin, { knownAs }) => createChallenge(deps, admin, knownAs))
}

type Found = NonNullable<Awaited<ReturnType<typeof findByEmail>>>

function findByEmail({ db }: Pick<Deps, 'db'>, emailKey: string) {
  return db.admin.findFirst({
    where: { emailKey, disabledAt: null },
    select: { id: true, email: true, passwordHash: true, totpAddedAt: true },
  })
}

async function createChallenge(deps: SignInDeps, admin: Found, knownAs: string | null): Promise<CodeSent> {
  await consumeCodeMail(deps, { adminId: admin.id, knownAs })
  const sessionToken = newToken()
  const tokenHash = hashToken(sessionToken)
  const outboxId = await deps.db.$transaction(async (tx) => {
    const { id: adminId, passwordHash } = admin
    if (!(await lockAdmin(tx, { adminId, passwordHash }))) throw new ShopError('ADMIN_LOGIN_FAILED')
    const sent = await mailCode(tx, deps, { email: admin.email, purpose: 'sign-in', tokenHash })
    const now = deps.clock.now()
    const { codeHash, expiresAt } = sent
    await tx.adminChallenge.create({
      data: {
        id: newId(now),
        adminId,
        tokenHash,
        codeHash,
        triesLeft: adminCodeTries,
        createdAt: now,
        expiresAt,
      },
      select: { id: true },
    })
    return sent.outboxId
  })
  await enqueueAwaited(deps, [outboxId])
  return {
    sessionToken,
    adminEmail: admin.email,
    message: adminLoginMessages.codeSentText,
    hasApp: admin.totpAddedAt !== null,
  }
}

type ResendDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'>

/** Mails a new code, which replaces the older. The number of tries stays: a new mail buys no guesses. */
export async function resendCode(
  deps: ResendDeps,
  { sessionToken, browser = UNKNOWN_BROWSER }: { sessionToken: string; browser?: Browser },
): Promise<{ success: true; message: string }> {
  const tokenHash = hashToken(sessionToken)
  const challenge = await findChallenge(deps, tokenHash)
  if (!challenge) throw new ShopError('ADMIN_CODE_EXPIRED')
  const { adminId, admin } = challenge
  const account = { kind: 'admin' as const, id: adminId, passwordHash: admin.passwordHash }
  await consumeCodeMail(deps, { adminId, knownAs: recogniseBrowser(deps, account, browser) })

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
  await enqueueAwaited(deps, [outboxId])
  return { success: true, message: adminLoginMessages.codeResent }
}

type VerifyDeps = Pick<Deps, 'db' | 'clock' | 'limits' | 'signer' | 'seal' | 'log'>
type VerifyInput = {
  sessionToken: string
  authCode: string
  method?: CodeMethod
  address?: string
  userAgent: string
  browser?: Browser
}
type SignedIn = { token: string; expiresAt: Date; adminEmail: string }

/**
 * The second step of an admin's sign-in: a mailed code, an app code or a recovery code creates a session, once. Tries
 * count by challenge and by admin: a new challenge allows no endless guesses.
 */
export async function verifyCode(deps: VerifyDeps, input: VerifyInput): Promise<SignedIn> {
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
  return recordOutcome(deps, outcome, () => answerChallenge(deps, { ...input, tokenHash, challenge }))
}

type Challenge = NonNullable<Awaited<ReturnType<typeof findChallenge>>>

async function answerChallenge(
  deps: VerifyDeps,
  input: VerifyInput & { tokenHash: string; challenge: Challenge },
) {
  const { tokenHash, challenge, authCode, method = 'email', userAgent, browser = UNKNOWN_BROWSER } = input
  const { adminId, admin } = challenge
  const account = { kind: 'admin' as const, id: adminId, passwordHash: admin.passwordHash }
  const knownAs = recogniseBrowser(deps, account, browser)
  await consumeCodeTry(deps, { adminId, knownAs })

  const code = {
    adminId,
    tokenHash,
    authCode,
    method,
    whenWrong: 'ADMIN_CODE_WRONG',
    whenOver: 'ADMIN_CODE_EXPIRED',
  } as const
  const session = await consumeCode(deps, code, async (tx) => {
    const created = await createSession(tx, deps, { owner: { kind: 'admin', adminId }, userAgent })
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'session.opened',
      subject: { kind: 'session', id: created.sessionId },
      details: { method },
    })
    return created
  })
  await resetCodeTries(deps, { adminId, knownAs })
  await resetSignInTries(deps, { kind: 'admin', name: admin.emailKey, knownAs })
  rememberBrowser(deps, account, browser)
  return { token: session.token, expiresAt: session.expiresAt, adminEmail: admin.email }
}
