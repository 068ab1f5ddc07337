import type { Deps } from '#server/deps.ts'
import { recordSecurityEvent } from '#server/features/audit/record-security-event.ts'
import { nudgeMail } from '#server/features/mail/queue-mail.ts'
import { verifyEmailMessages } from '#shared/messages/auth.ts'
import type { VerifyEmailOutput } from '#shared/schemas/auth.ts'
import { checkSignIn, forgiveSignInTries } from './check-sign-in.ts'
import { closeSessions } from './close-sessions.ts'
import { openSession } from './open-session.ts'
import { presentStudent } from './present.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './recognise-browser.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import { consumeVerificationLink, findVerificationLink } from './verification-link.ts'
import { VERIFIED_BEFORE, verifyEmail } from './verify-email.ts'

type ClaimDeps = Pick<
  Deps,
  'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'
>
type Claim = { token: string; password: string; address: string; userAgent: string; browser?: Browser }

/**
 * Confirms an address in a browser that did not register it: whoever registers another's address knows the password, so
 * the owner of the mailbox must not confirm it unseen. Whoever has the link has tries of their own.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID, ACCOUNT_PASSWORD_WRONG, RATE_LIMITED
 */
export async function verifyEmailWithPassword(deps: ClaimDeps, claim: Claim): Promise<VerifyEmailOutput> {
  const link = await findVerificationLink(deps, claim.token)
  if (link.isVerified) return VERIFIED_BEFORE
  const { student } = link
  const attempt = {
    kind: 'student',
    name: student.emailKey,
    account: student,
    password: claim.password,
    address: claim.address,
    // Apart from sign-in, whose tries a stranger can use up: only the mailbox's owner has the link.
    knownAs: `link:${student.id}`,
    done: null,
    refusal: 'ACCOUNT_PASSWORD_WRONG',
  } as const
  await checkSignIn(deps, attempt, (_account, count) => forgiveSignInTries(deps, count))
  return verifyEmail(deps, claim)
}

/**
 * Confirms an address with its link and puts a new password in the place of the one the account was opened with, which
 * may be a stranger's. Every session and link of the account ends; this browser is signed in.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID, PASSWORD_TOO_COMMON, RATE_LIMITED
 */
export async function setPasswordByVerification(
  deps: ClaimDeps,
  { token, password, address, userAgent, browser = UNKNOWN_BROWSER }: Claim,
): Promise<VerifyEmailOutput> {
  const link = await findVerificationLink(deps, token)
  if (link.isVerified) return VERIFIED_BEFORE
  const { student } = link
  const studentId = student.id
  // Not by network address, where a stranger beside the mailbox's owner could use the tries up.
  await deps.limits.consume('signInAccount', `claim:${studentId}`)
  await refuseCommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)
  const opened = await deps.db.$transaction(async (tx) => {
    const outboxId = await consumeVerificationLink(tx, deps, link)
    if (outboxId === null) return null
    await tx.student.update({ where: { id: studentId }, data: { passwordHash }, select: { id: true } })
    await closeSessions(tx, deps, { studentId })
    const session = await openSession(tx, deps, { owner: { kind: 'student', studentId }, userAgent })
    return { outboxId, session }
  })
  if (!opened) return VERIFIED_BEFORE
  const subject = { kind: 'student', id: studentId } as const
  await recordSecurityEvent(deps, { kind: 'password.reset', subject, address })
  await nudgeMail(deps, [opened.outboxId])
  rememberBrowser(deps, { ...subject, passwordHash }, browser)
  await forgiveSignInTries(deps, { kind: 'student', name: student.emailKey })
  return {
    success: true,
    message: verifyEmailMessages.verified,
    autoLogin: true,
    token: opened.session.token,
    user: presentStudent(student),
  }
}
