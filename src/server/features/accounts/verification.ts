import type { z } from 'zod'
import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordSecurityEvent } from '#server/features/audit/security-events.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { columns } from '#server/infra/columns.ts'
import { hashToken, newToken } from '#server/infra/ids.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { verifyEmailMessages } from '#shared/messages/auth.ts'
import type { checkVerificationOutput, VerifyEmailOutput } from '#shared/schemas/auth.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './known-browsers.ts'
import { refuseCommonPassword } from './passwords.ts'
import { presentStudent } from './present.ts'
import { createSession, revokeSessions } from './sessions.ts'
import { checkSignIn, resetSignInTries } from './sign-in-attempts.ts'
import { lockStudent } from './students.ts'
import { consumeToken, createToken } from './tokens.ts'

const VALID_HOURS = 24

type MailInput = {
  student: { id: string; email: string }
  /** Makes a repeated job write the mail once. */
  dedupeKey?: string
}

/** Step: writes the mail with a verification token. Returns the outbox id, or null on a repeat. */
export async function mailVerification(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { student: { id: studentId, email }, dedupeKey }: MailInput,
): Promise<string | null> {
  const createdAt = deps.clock.now()
  const expiresAt = addHours(createdAt, VALID_HOURS)
  const token = newToken()
  const outboxId = await queueMail(tx, deps, {
    template: 'verify-email',
    to: email,
    props: { token, expiresAt: expiresAt.toISOString() },
    ...(dedupeKey === undefined ? {} : { dedupeKey }),
  })
  if (outboxId === null) return null
  await createToken(tx, { purpose: 'verifyEmail', owner: { studentId }, email, token, createdAt, expiresAt })
  return outboxId
}

type VerificationToken = Awaited<ReturnType<typeof findVerificationToken>>

/**
 * A verification token with its student. One that is used, revoked or expired is an error only until the address is
 * verified.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID
 */
export async function findVerificationToken(deps: Pick<Deps, 'db' | 'clock'>, token: string) {
  const row = await deps.db.oneTimeToken.findFirst({
    where: { tokenHash: hashToken(token), purpose: 'verifyEmail', student: { erasedAt: null } },
    select: {
      ...columns('id', 'email', 'usedAt', 'expiresAt'),
      student: {
        select: columns('id', 'username', 'email', 'emailKey', 'passwordHash', 'verifiedAt'),
      },
    },
  })
  const student = row?.student
  // A token for a former address of the account verifies nothing.
  if (!student || keyOf(row.email) !== student.emailKey) throw new ShopError('VERIFICATION_LINK_INVALID')
  const isVerified = student.verifiedAt !== null
  const isValid = row.usedAt === null && row.expiresAt > deps.clock.now()
  if (!isVerified && !isValid) throw new ShopError('VERIFICATION_LINK_INVALID')
  return { id: row.id, isVerified, student }
}

/**
 * Whose address a token verifies, and whether it is verified already; changes nothing.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID
 */
export async function checkVerification(
  deps: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<z.output<typeof checkVerificationOutput>> {
  const { isVerified, student } = await findVerificationToken(deps, token)
  return { email: student.email, isVerified }
}

const ALREADY_VERIFIED: VerifyEmailOutput = {
  success: true,
  message: verifyEmailMessages.verified,
  autoLogin: false,
  token: null,
  user: null,
}

type VerifyDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'signer' | 'config' | 'queue' | 'log'>
type VerifyInput = { token: string; userAgent: string; address?: string; browser?: Browser }

/**
 * Verifies an address with its token, and signs in. Only the token that verifies creates a session; on a verified
 * account every token succeeds without signing in.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID
 */
export async function verifyEmail(
  deps: VerifyDeps,
  { token, userAgent, address, browser = UNKNOWN_BROWSER }: VerifyInput,
): Promise<VerifyEmailOutput> {
  const verification = await findVerificationToken(deps, token)
  if (verification.isVerified) return ALREADY_VERIFIED
  const { student } = verification
  const verified = await deps.db.$transaction(async (tx) => {
    const outboxId = await consumeVerificationToken(tx, deps, verification)
    if (outboxId === null) return null
    const owner = { kind: 'student', studentId: student.id } as const
    return { outboxId, session: await createSession(tx, deps, { owner, userAgent }) }
  })
  if (!verified) return ALREADY_VERIFIED
  const subject = { kind: 'student', id: student.id } as const
  await recordSecurityEvent(deps, { kind: 'signIn.succeeded', subject, address: address ?? null })
  await enqueueOutbox(deps, [verified.outboxId])
  rememberBrowser(deps, { ...subject, passwordHash: student.passwordHash }, browser)
  return presentVerified(student, verified.session.token)
}

type ClaimDeps = VerifyDeps & Pick<Deps, 'passwords' | 'limits'>
type Claim = { token: string; password: string; address: string; userAgent: string; browser?: Browser }

/**
 * Verifies an address in a browser that did not register it. It requires the password, so that the owner of a mailbox
 * does not verify an account that a stranger registered. The token has tries of its own.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID, ACCOUNT_PASSWORD_WRONG, RATE_LIMITED
 */
export async function verifyEmailWithPassword(deps: ClaimDeps, claim: Claim): Promise<VerifyEmailOutput> {
  const { isVerified, student } = await findVerificationToken(deps, claim.token)
  if (isVerified) return ALREADY_VERIFIED
  const attempt = {
    kind: 'student',
    name: student.emailKey,
    account: student,
    password: claim.password,
    address: claim.address,
    // Apart from sign-in, whose tries a stranger can use up: only the mailbox has the token.
    knownAs: `link:${student.id}`,
    done: null,
    refusal: 'ACCOUNT_PASSWORD_WRONG',
  } as const
  await checkSignIn(deps, attempt, (_account, count) => resetSignInTries(deps, count))
  return verifyEmail(deps, claim)
}

/**
 * Verifies an address with its token and replaces the password, which a stranger may have chosen at registration. All
 * sessions and tokens of the account are revoked; this browser is signed in.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID, PASSWORD_TOO_COMMON, RATE_LIMITED
 */
export async function setPasswordByVerification(
  deps: ClaimDeps,
  { token, password, address, userAgent, browser = UNKNOWN_BROWSER }: Claim,
): Promise<VerifyEmailOutput> {
  const verification = await findVerificationToken(deps, token)
  if (verification.isVerified) return ALREADY_VERIFIED
  const { student } = verification
  const studentId = student.id
  // Not by network address: a stranger at the same one could use the tries up.
  await deps.limits.consume('signInAccount', `claim:${studentId}`)
  await refuseCommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)
  const verified = await deps.db.$transaction(async (tx) => {
    const outboxId = await consumeVerificationToken(tx, deps, verification)
    if (outboxId === null) return null
    await tx.student.update({ where: { id: studentId }, data: { passwordHash }, select: { id: true } })
    await revokeSessions(tx, deps, { studentId })
    const session = await createSession(tx, deps, { owner: { kind: 'student', studentId }, userAgent })
    return { outboxId, session }
  })
  if (!verified) return ALREADY_VERIFIED
  const subject = { kind: 'student', id: studentId } as const
  await recordSecurityEvent(deps, { kind: 'password.reset', subject, address })
  await enqueueOutbox(deps, [verified.outboxId])
  rememberBrowser(deps, { ...subject, passwordHash }, browser)
  await resetSignInTries(deps, { kind: 'student', name: student.emailKey })
  return presentVerified(student, verified.session.token)
}

function presentVerified(student: VerificationToken['student'], token: string): VerifyEmailOutput {
  return {
    success: true,
    message: verifyEmailMessages.verified,
    autoLogin: true,
    token,
    user: presentStudent(student),
  }
}

/**
 * Step: verifies the address and returns the outbox id of the welcome mail; null when another request was first. The
 * student stays locked.
 *
 * @throws ShopError VERIFICATION_LINK_INVALID when the token or the account has ended meanwhile
 */
async function consumeVerificationToken(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { id, student }: VerificationToken,
) {
  // First the student, then the token: erasure locks in this order.
  if (!(await lockStudent(tx, student.id))) throw new ShopError('VERIFICATION_LINK_INVALID')
  if (await consumeToken(tx, deps, id)) return confirmAddress(tx, deps, student)
  const verified = await tx.student.count({ where: { id: student.id, verifiedAt: { not: null } } })
  if (verified === 0) throw new ShopError('VERIFICATION_LINK_INVALID')
  return null
}

/**
 * Step: marks a student's address as verified, and writes the welcome mail the first time. Returns its outbox id, or
 * null when the address was verified before.
 */
export async function confirmAddress(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  student: { id: string; username: string; email: string },
): Promise<string | null> {
  const { count } = await tx.student.updateMany({
    where: { id: student.id, verifiedAt: null },
    data: { verifiedAt: deps.clock.now() },
  })
  if (count === 0) return null
  return queueMail(tx, deps, {
    template: 'welcome',
    to: student.email,
    props: { username: student.username },
    dedupeKey: `welcome:${student.id}`,
  })
}

const WAITING = 'waiting-for-verification'

/** Lets the browser that registered ask whether the address has been verified elsewhere, and correct it until then. */
export function sealWaiting({ seal }: Pick<Deps, 'seal'>, studentId: string): string {
  return Buffer.from(seal.seal(studentId, WAITING)).toString('base64url')
}

/** Whether the address of a registration that waits has been verified; no for anything that was not sealed here. */
export async function isVerified(deps: Pick<Deps, 'db' | 'seal'>, waiting: string): Promise<boolean> {
  const studentId = openWaiting(deps, waiting)
  if (studentId === null) return false
  return (await deps.db.student.count({ where: { id: studentId, verifiedAt: { not: null } } })) === 1
}

/** Whose registration it is; null for anything that was not sealed here. */
export function openWaiting({ seal }: Pick<Deps, 'seal'>, waiting: string): string | null {
  try {
    return seal.open(Buffer.from(waiting, 'base64url'), WAITING)
  } catch {
    return null
  }
}
