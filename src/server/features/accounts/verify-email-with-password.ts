import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordOutcome, recordSecurityEvent } from '#server/features/audit/record-security-event.ts'
import { nudgeMail } from '#server/features/mail/queue-mail.ts'
import { verifyEmailMessages } from '#shared/messages/auth.ts'
import type { VerifyEmailOutput } from '#shared/schemas/auth.ts'
import { closeSessions } from './close-sessions.ts'
import { openSession } from './open-session.ts'
import { presentStudent } from './present.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './recognise-browser.ts'
import { refuseCommonPassword } from './refuse-common-password.ts'
import { consumeVerificationLink, findVerificationLink, type VerificationLink } from './verification-link.ts'
import { VERIFIED_BEFORE, verifyEmail } from './verify-email.ts'

type ClaimDeps = Pick<
  Deps,
  'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'
>
type Claim = { token: string; password: string; address: string; userAgent: string; browser?: Browser }

/**
 * Confirms an address in a browser that did not register it: whoever registers another's address knows the password, so
 * the owner of the mailbox must not confirm it unseen. A wrong password counts as a try to sign in.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID, ACCOUNT_PASSWORD_WRONG, RATE_LIMITED
 */
export async function verifyEmailWithPassword(deps: ClaimDeps, claim: Claim): Promise<VerifyEmailOutput> {
  const link = await findVerificationLink(deps, claim.token)
  if (link.isVerified) return VERIFIED_BEFORE
  const outcome = {
    subject: { kind: 'student' as const, id: link.student.id },
    address: claim.address,
    failed: 'signIn.failed' as const,
    locked: 'signIn.locked' as const,
  }
  await recordOutcome(deps, { ...outcome, done: null }, () => checkPassword(deps, link, claim))
  return verifyEmail(deps, claim)
}

async function checkPassword(
  deps: Pick<ClaimDeps, 'passwords' | 'limits'>,
  { student }: VerificationLink,
  { password, address }: Claim,
): Promise<void> {
  const tries = `student:${student.emailKey}`
  await deps.limits.consume('signInAddress', address)
  await deps.limits.consume('signInAccount', tries)
  if (!(await deps.passwords.verify(student.passwordHash, password))) {
    throw new ShopError('ACCOUNT_PASSWORD_WRONG')
  }
  await deps.limits.reset('signInAccount', tries)
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
  await deps.limits.consume('signInAddress', address)
  // Apart from sign-in, whose tries a stranger can use up.
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
  await deps.limits.reset('signInAccount', `student:${student.emailKey}`)
  return {
    success: true,
    message: verifyEmailMessages.verified,
    autoLogin: true,
    token: opened.session.token,
    user: presentStudent(student),
  }
}
