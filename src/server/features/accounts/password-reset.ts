import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { recordSecurityEvent } from '#server/features/audit/security-events.ts'
import { enqueueAwaited, enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { newId, newToken } from '#server/infra/ids.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { resetLinkMinutes } from '#shared/limits.ts'
import { resetPasswordMessages } from '#shared/messages/password-reset.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { type Browser, rememberBrowser, UNKNOWN_BROWSER } from './known-browsers.ts'
import { refuseCommonPassword } from './passwords.ts'
import { findResetToken, type ResetToken } from './queries.ts'
import { revokeSessions } from './sessions.ts'
import { resetSignInTries } from './sign-in-attempts.ts'
import { lockStudent } from './students.ts'
import { consumeToken, createToken } from './tokens.ts'
import { confirmAddress } from './verification.ts'

type MailInput = {
  owner: { studentId: string } | { refererId: string }
  name: string
  email: string
  /** Makes a repeated job write the mail once. */
  dedupeKey: string
}

/** Step: writes the mail with a reset token. Returns the outbox id, or null on a repeat. */
export async function mailReset(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { owner, name, email, dedupeKey }: MailInput,
): Promise<string | null> {
  const createdAt = deps.clock.now()
  const expiresAt = addMinutes(createdAt, resetLinkMinutes)
  const token = newToken()
  const account = 'studentId' in owner ? 'student' : 'referer'
  const outboxId = await queueMail(tx, deps, {
    template: 'password-reset',
    to: email,
    props: { account, name, token, expiresAt: expiresAt.toISOString() },
    dedupeKey,
  })
  if (outboxId === null) return null
  await createToken(tx, { purpose: 'resetPassword', owner, email, token, createdAt, expiresAt })
  return outboxId
}

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Mails a reset link to a student who asked the seller for it. It goes to the account's own address alone.
 *
 * @throws ShopError NOT_FOUND
 */
export async function sendPasswordLink(
  deps: LinkDeps,
  { studentId, adminId }: { studentId: string; adminId: string },
): Promise<{ email: string }> {
  const { email, outboxId } = await deps.db.$transaction(async (tx) => {
    const student = await lockStudent(tx, studentId)
    if (!student) throw new ShopError('NOT_FOUND')
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'student.passwordLinkSent',
      subject: { kind: 'student', id: studentId },
      details: {},
    })
    const outboxId = await mailReset(tx, deps, {
      owner: { studentId },
      name: student.username,
      email: student.email,
      dedupeKey: `password-link:${newId(deps.clock.now())}`,
    })
    return { email: student.email, outboxId }
  })
  await enqueueAwaited(deps, [outboxId])
  return { email }
}

type ResetDeps = Pick<
  Deps,
  'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'signer' | 'config' | 'queue' | 'log'
>
type ResetInput = {
  token: string
  type: 'user' | 'referer'
  password: string
  address?: string
  browser?: Browser
}

/**
 * Sets a new password with a reset token, once, and revokes all sessions of that person. The token proves the mailbox,
 * so it also verifies a student's address and makes this browser a known one.
 *
 * @throws ShopError RESET_LINK_INVALID, PASSWORD_TOO_COMMON, RATE_LIMITED
 */
export async function resetPassword(
  deps: ResetDeps,
  { token, type, password, address, browser = UNKNOWN_BROWSER }: ResetInput,
): Promise<{ success: true; message: string }> {
  const reset = await findResetToken(deps, token)
  if (!reset || reset.owner.type !== type) throw new ShopError('RESET_LINK_INVALID')
  // Tries count by token: strangers at the same network address cannot use them up.
  await deps.limits.consume('signInAccount', `reset:${reset.id}`)
  await refuseCommonPassword(password)
  const passwordHash = await deps.passwords.hash(password)

  const outboxIds = await deps.db.$transaction(async (tx) => {
    const { owner } = reset
    if (owner.type === 'user')
      return setForStudent(tx, deps, { reset, passwordHash, studentId: owner.studentId })
    return setForReferer(tx, deps, { reset, passwordHash, refererId: owner.refererId })
  })
  await enqueueOutbox(deps, outboxIds)
  const subject =
    reset.owner.type === 'user'
      ? { kind: 'student' as const, id: reset.owner.studentId }
      : { kind: 'referer' as const, id: reset.owner.refererId }
  await recordSecurityEvent(deps, { kind: 'password.reset', subject, address: address ?? null })
  // A referer signs in by code, so their count has no key here.
  if (type === 'user') await resetSignInTries(deps, { kind: 'student', name: keyOf(reset.email) })
  rememberBrowser(deps, { ...subject, passwordHash }, browser)
  return { success: true, message: resetPasswordMessages.done }
}

async function setForStudent(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { reset, passwordHash, studentId }: { reset: ResetToken; passwordHash: string; studentId: string },
) {
  // The person's row first: a request at the same time waits for it, with this token or another.
  const [student] = await tx.student.updateManyAndReturn({
    where: { id: studentId, emailKey: keyOf(reset.email), erasedAt: null },
    data: { passwordHash },
    select: { id: true, username: true, email: true },
  })
  if (!student || !(await consumeToken(tx, deps, reset.id))) throw new ShopError('RESET_LINK_INVALID')
  await revokeSessions(tx, deps, { studentId })
  const notice = await queueMail(tx, deps, {
    template: 'password-changed',
    to: student.email,
    props: { username: student.username, how: 'reset', at: deps.clock.now().toISOString() },
    dedupeKey: `password-reset:${reset.id}`,
  })
  return [await confirmAddress(tx, deps, student), notice]
}

async function setForReferer(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { reset, passwordHash, refererId }: { reset: ResetToken; passwordHash: string; refererId: string },
) {
  const [referer] = await tx.referer.updateManyAndReturn({
    where: { id: refererId, contactEmailKey: keyOf(reset.email), endedAt: null },
    data: { passwordHash, mustChangePassword: false },
    select: { name: true, contactEmail: true },
  })
  if (!referer || !(await consumeToken(tx, deps, reset.id))) throw new ShopError('RESET_LINK_INVALID')
  await revokeSessions(tx, deps, { refererId })
  const notice = await queueMail(tx, deps, {
    template: 'password-changed',
    to: referer.contactEmail,
    props: {
      account: 'referer',
      username: referer.name,
      how: 'reset',
      at: deps.clock.now().toISOString(),
    },
    dedupeKey: `password-reset:${reset.id}`,
  })
  return [notice]
}
