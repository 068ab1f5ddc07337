import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import {
  type Browser,
  recogniseBrowser,
  UNKNOWN_BROWSER,
} from '#server/features/accounts/recognise-browser.ts'
import { recordOutcome } from '#server/features/audit/record-security-event.ts'
import { nudgeAwaitedMail } from '#server/features/mail/queue-mail.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import { adminCodeTries } from '#shared/limits.ts'
import { adminLoginMessages } from '#shared/messages/admin.ts'
import { keyOf } from '#shared/text-key.ts'
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
export async function signIn(deps: SignInDeps, input: SignInInput): Promise<Begun> {
  const admin = await findByEmail(deps, keyOf(input.email))
  const outcome = {
    subject: { kind: 'admin' as const, id: admin?.id ?? null },
    address: input.address,
    done: 'signIn.codeSent' as const,
    failed: 'signIn.failed' as const,
    locked: 'signIn.locked' as const,
  }
  return recordOutcome(deps, outcome, () => begin(deps, admin, input))
}

type Begun = { sessionToken: string; adminEmail: string; message: string; hasApp: boolean }
type Found = Awaited<ReturnType<typeof findByEmail>>

function findByEmail({ db }: Pick<Deps, 'db'>, emailKey: string) {
  return db.admin.findFirst({
    where: { emailKey, disabledAt: null },
    select: { id: true, email: true, passwordHash: true, totpAddedAt: true },
  })
}

async function begin(
  deps: SignInDeps,
  admin: Found,
  { email, password, address, browser = UNKNOWN_BROWSER }: SignInInput,
): Promise<Begun> {
  const emailKey = keyOf(email)
  await deps.limits.consume('signInAddress', address)
  const known = admin && recogniseBrowser(deps, { kind: 'admin', ...admin }, browser)
  await deps.limits.consume('signInAccount', signInTriesOf(emailKey, known))
  const isRight = await deps.passwords.verify(admin?.passwordHash ?? null, password)
  if (!admin || !isRight) throw new ShopError('ADMIN_LOGIN_FAILED')
  await countCodeMail(deps, { adminId: admin.id, knownAs: known })

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

/** Where wrong passwords are counted: apart for a browser that signed in before. */
export function signInTriesOf(emailKey: string, knownAs: string | null): string {
  return `admin:${knownAs ?? emailKey}`
}
