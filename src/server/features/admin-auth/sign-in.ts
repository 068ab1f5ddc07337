import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { checkSignIn } from '#server/features/accounts/check-sign-in.ts'
import type { Browser } from '#server/features/accounts/recognise-browser.ts'
import { nudgeAwaitedMail } from '#server/features/mail/queue-mail.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import { adminCodeTries } from '#shared/limits.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { countCodeMail } from './count-code-try.ts'
import { lockAdmin } from './lock-admin.ts'
import { mailCode } from './mail-code.ts'

type SignInDeps = Pick<
  Deps,
  'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'
>
type SignInInput = { email: string; password: string; address: string; browser?: Browser }

/**
 * The first step of an admin's sign-in: the password is right, so six digits are mailed. An address without an
 * account gets the same refusal after the same work. A right password is not forgiven its attempts here, for
 * who knows it could otherwise have five more guesses at a code whenever they like.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, address, browser }: SignInInput,
): Promise<Begun> {
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
  return checkSignIn(deps, attempt, (admin, { knownAs }) => begin(deps, admin, knownAs))
}

type Begun = { sessionToken: string; adminEmail: string; message: string; hasApp: boolean }
type Found = NonNullable<Awaited<ReturnType<typeof findByEmail>>>

function findByEmail({ db }: Pick<Deps, 'db'>, emailKey: string) {
  return db.admin.findFirst({
    where: { emailKey, disabledAt: null },
    select: { id: true, email: true, passwordHash: true, totpAddedAt: true },
  })
}

async function begin(deps: SignInDeps, admin: Found, knownAs: string | null): Promise<Begun> {
  await countCodeMail(deps, { adminId: admin.id, knownAs })
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
  await nudgeAwaitedMail(deps, [outboxId])
  return {
    sessionToken,
    adminEmail: admin.email,
    message: adminLoginMessages.codeSentText,
    hasApp: admin.totpAddedAt !== null,
  }
}
