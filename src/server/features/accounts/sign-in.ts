import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { loginMessages } from '#shared/messages/auth.ts'
import type { LoginOutput } from '#shared/schemas/auth.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './known-browsers.ts'
import { resendVerification } from './link-requests.ts'
import { presentStudent } from './present.ts'
import { createSession } from './sessions.ts'
import { checkSignIn, resetSignInTries } from './sign-in-attempts.ts'

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'queue' | 'signer' | 'log'>
type SignInInput = {
  email: string
  password: string
  address: string
  userAgent: string
  browser?: Browser
}

/**
 * Signs a student in. A wrong password and a missing account get the same answer after the same work. An unverified
 * address gets an answer that says so, and a new verification link.
 */
export async function signIn(
  deps: SignInDeps,
  { email, password, address, userAgent, browser = UNKNOWN_BROWSER }: SignInInput,
): Promise<LoginOutput> {
  const emailKey = keyOf(email)
  const account = await findByEmail(deps, emailKey)
  const attempt = {
    kind: 'student',
    name: emailKey,
    account,
    password,
    address,
    browser,
    // An unverified address creates no session, so it is no sign-in.
    done: account?.verifiedAt ? 'signIn.succeeded' : null,
    refusal: 'INVALID_CREDENTIALS',
  } as const
  return checkSignIn(deps, attempt, async (student, count) => {
    await resetSignInTries(deps, count)
    return enter(deps, student, { address, userAgent, browser })
  })
}

type Found = NonNullable<Awaited<ReturnType<typeof findByEmail>>>

function findByEmail({ db }: Pick<Deps, 'db'>, emailKey: string) {
  return db.student.findFirst({
    where: { emailKey, erasedAt: null },
    select: { id: true, username: true, email: true, passwordHash: true, verifiedAt: true },
  })
}

async function enter(
  deps: SignInDeps,
  student: Found,
  { address, userAgent, browser }: { address: string; userAgent: string; browser: Browser },
): Promise<LoginOutput> {
  if (!student.verifiedAt) {
    await resendVerification(deps, { email: student.email, address })
    const message = loginMessages.verificationNeeded(student.email)
    return { success: false, requiresVerification: true, email: student.email, message, error: message }
  }
  const session = await deps.db.$transaction(async (tx) => {
    // Repeats the check in the write: a new password has revoked all sessions, or is about to.
    const { count } = await tx.student.updateMany({
      where: { id: student.id, passwordHash: student.passwordHash, erasedAt: null },
      data: { lastSeenAt: deps.clock.now() },
    })
    if (count === 0) throw new ShopError('INVALID_CREDENTIALS')
    return createSession(tx, deps, { owner: { kind: 'student', studentId: student.id }, userAgent })
  })
  rememberBrowser(deps, { kind: 'student', ...student }, browser)
  return { success: true, token: session.token, user: presentStudent(student) }
}
