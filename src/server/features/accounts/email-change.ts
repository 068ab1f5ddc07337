import type { Deps, Tx } from '#server/deps.ts'
import { isTaken, ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { recordSecurityEvent } from '#server/features/audit/security-events.ts'
import { enqueueAwaited, enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { linkKeyOf } from '#server/features/mail/personal-data.ts'
import { columns } from '#server/infra/columns.ts'
import { hashToken, newToken } from '#server/infra/ids.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { emailChangeHours } from '#shared/limits.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { checkPassword } from './passwords.ts'
import type { StudentSession } from './queries.ts'
import { revokeSessions } from './sessions.ts'
import { lockStudent } from './students.ts'
import { consumeToken, createToken, revokeTokens } from './tokens.ts'
import { mailVerification, openWaiting } from './verification.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Mails a token to the new address and a notice to the old one; a later request replaces this one. If the new address
 * has an account, answer, rows and work are the same, but the mail says so and carries no token.
 *
 * @throws ShopError as checkPassword; EMAIL_UNCHANGED, RATE_LIMITED beyond the mails of an hour
 */
export async function changeEmail(
  deps: ChangeDeps,
  { studentId, email, password }: { studentId: string; email: string; password: string },
): Promise<{ success: true; email: string; expiresAt: string }> {
  const student = await checkPassword(deps, { studentId, password })
  // Another letter case of the same address is a change: mails use it as typed.
  if (email === student.email) throw new ShopError('EMAIL_UNCHANGED')
  const emailKey = keyOf(email)
  await deps.limits.consume('emailChange', studentId)
  // Several accounts together must not fill a stranger's mailbox either.
  await deps.limits.consume('emailChange', hashToken(emailKey))
  const hasAccount = (await deps.db.student.count({ where: { emailKey, id: { not: studentId } } })) > 0

  const createdAt = deps.clock.now()
  const expiresAt = addHours(createdAt, emailChangeHours)
  const outboxIds = await deps.db.$transaction(async (tx) => {
    // Repeats the check of the password in the write.
    const { count } = await tx.student.updateMany({
      where: { id: studentId, passwordHash: student.passwordHash, erasedAt: null },
      data: { lastSeenAt: createdAt },
    })
    if (count === 0) throw new ShopError('CURRENT_PASSWORD_WRONG')
    const change = { id: studentId, username: student.username, oldEmail: student.email, email }
    return mailChange(tx, deps, { change, hasAccount, by: 'student' })
  })
  await enqueueAwaited(deps, outboxIds)
  return { success: true, email, expiresAt: expiresAt.toISOString() }
}

type NewAddress = {
  change: { id: string; username: string; oldEmail: string; email: string }
  hasAccount: boolean
  by: 'student' | 'seller'
}

/** Step: mails a token to the new address and a notice to the old one; earlier tokens of this kind are revoked. */
async function mailChange(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { change: { id: studentId, username, oldEmail, email }, hasAccount, by }: NewAddress,
) {
  const createdAt = deps.clock.now()
  const expiresAt = addHours(createdAt, emailChangeHours)
  const token = newToken()
  await revokeTokens(tx, deps, { studentId }, 'changeEmail')
  const tokenId = await createToken(tx, {
    purpose: 'changeEmail',
    owner: { studentId },
    email,
    token,
    createdAt,
    expiresAt,
  })
  const toNew = await queueMail(tx, deps, {
    template: 'email-change',
    to: email,
    props: { username, token: hasAccount ? null : token, expiresAt: expiresAt.toISOString() },
    // Names the student: the mail is erased with them, even if the address never becomes theirs.
    dedupeKey: `${linkKeyOf(studentId)}${tokenId}`,
  })
  const toOld = await queueMail(tx, deps, {
    template: 'email-changed',
    to: oldEmail,
    props: { stage: 'asked', username, newEmail: email, at: createdAt.toISOString(), by },
  })
  return [toNew, toOld]
}

type ConfirmDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>
type ChangeToken = NonNullable<Awaited<ReturnType<typeof findChangeToken>>>

/**
 * Makes the new address the account's, once, and mails a notice to the old one. All sessions are revoked but that of
 * this browser, if it is the same student's. Of two accounts the first to confirm an address gets it.
 *
 * @throws ShopError EMAIL_CHANGE_LINK_INVALID, EMAIL_TAKEN
 */
export async function confirmEmailChange(
  deps: ConfirmDeps,
  { token, session, address }: { token: string; session: StudentSession | null; address?: string },
): Promise<{ success: true; email: string; isSignedIn: boolean }> {
  const change = await findChangeToken(deps, token)
  if (!change) throw new ShopError('EMAIL_CHANGE_LINK_INVALID')
  const { student, email } = change
  const keptSessionId = session?.studentId === student.id ? session.sessionId : null
  const answer = { success: true, email, isSignedIn: keptSessionId !== null } as const
  if (change.usedAt !== null && student.emailKey === keyOf(email)) return answer
  const outboxId = await deps.db
    .$transaction((tx) => moveAccount(tx, deps, { change, keptSessionId }))
    .catch(throwTaken)
  const subject = { kind: 'student', id: student.id } as const
  await recordSecurityEvent(deps, { kind: 'email.changed', subject, address: address ?? null })
  await enqueueOutbox(deps, [outboxId])
  return answer
}

async function findChangeToken(deps: Pick<Deps, 'db'>, token: string) {
  const row = await deps.db.oneTimeToken.findFirst({
    where: { tokenHash: hashToken(token), purpose: 'changeEmail', student: { erasedAt: null } },
    select: {
      ...columns('id', 'email', 'createdAt', 'usedAt'),
      student: { select: { id: true, username: true, email: true, emailKey: true } },
    },
  })
  return row?.student ? { ...row, student: row.student } : null
}

async function moveAccount(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { change, keptSessionId }: { change: ChangeToken; keptSessionId: string | null },
) {
  const now = deps.clock.now()
  const { student, email } = change
  // The student's row first: a new password set at the same time waits for it, or has revoked the token.
  const { count } = await tx.student.updateMany({
    where: { id: student.id, emailKey: student.emailKey, erasedAt: null },
    data: { email, emailKey: keyOf(email), ...(await optOutThatFollows(tx, student.emailKey, now)) },
  })
  if (count === 0 || !(await consumeToken(tx, deps, change.id))) {
    throw new ShopError('EMAIL_CHANGE_LINK_INVALID')
  }
  await revokeSessions(tx, deps, { studentId: student.id }, keptSessionId)
  await recordAudit(tx, deps, {
    actor: { kind: 'student', id: student.id },
    action: 'student.emailChanged',
    subject: { kind: 'student', id: student.id },
    details: { from: student.email, to: email, askedAt: change.createdAt.toISOString() },
  })
  return queueMail(tx, deps, {
    template: 'email-changed',
    to: student.email,
    props: { stage: 'done', username: student.username, newEmail: email, at: now.toISOString() },
    dedupeKey: `email-changed:${change.id}`,
  })
}

/** A person who refused news at the old address has refused them at every address (PECR reg. 22). */
async function optOutThatFollows(tx: Tx, addressKey: string, now: Date) {
  const suppressions = await tx.suppression.count({
    where: { addressKey, reason: { in: ['unsubscribed', 'complained'] } },
  })
  return suppressions > 0 ? { newsOptOutAt: now } : {}
}

type Correction = { studentId: string; email: string; adminId: string }

/**
 * Corrects the address of a student who cannot. While it is unverified, it is replaced, the tokens in the wrong mailbox
 * are revoked and the right one gets a new token. A verified address changes when the new one is confirmed, as by
 * `changeEmail`: the old address is told at both steps.
 *
 * @throws ShopError NOT_FOUND, EMAIL_UNCHANGED, EMAIL_TAKEN
 */
export async function correctEmail(deps: ConfirmDeps, correction: Correction): Promise<{ email: string }> {
  const { isReplaced, outboxIds } = await deps.db
    .$transaction((tx) => writeEmail(tx, deps, correction))
    .catch(throwTaken)
  if (isReplaced) {
    const subject = { kind: 'student', id: correction.studentId } as const
    // The student may read this row: it must not hold the admin's network address.
    await recordSecurityEvent(deps, { kind: 'email.changed', subject, address: null })
  }
  await enqueueAwaited(deps, outboxIds)
  return { email: correction.email }
}

async function writeEmail(tx: Tx, deps: ConfirmDeps, { studentId, email, adminId }: Correction) {
  const student = await lockStudent(tx, studentId)
  if (!student) throw new ShopError('NOT_FOUND')
  if (email === student.email) throw new ShopError('EMAIL_UNCHANGED')
  const actor = { kind: 'admin', id: adminId } as const
  const replacement = { studentId, from: student.email, email, actor }
  if (student.verifiedAt === null) {
    return { isReplaced: true, outboxIds: [await replaceEmail(tx, deps, replacement)] }
  }
  await auditChange(tx, deps, { ...replacement, action: 'student.emailCorrected', wasVerified: true })
  const emailKey = keyOf(email)
  const others = await tx.student.count({ where: { emailKey, id: { not: studentId } } })
  if (others > 0) throw new ShopError('EMAIL_TAKEN')
  const change = { id: studentId, username: student.username, oldEmail: student.email, email }
  return {
    isReplaced: false,
    outboxIds: await mailChange(tx, deps, { change, hasAccount: false, by: 'seller' }),
  }
}

type Replacement = {
  studentId: string
  from: string
  email: string
  actor: { kind: 'admin' | 'student'; id: string }
}

/** Step: replaces an unverified address; tokens in the wrong mailbox are revoked, the right one gets a new token. */
async function replaceEmail(tx: Tx, deps: ConfirmDeps, replacement: Replacement) {
  const { studentId, email } = replacement
  await auditChange(tx, deps, { ...replacement, action: 'student.emailChanged', wasVerified: false })
  await tx.student.update({
    where: { id: studentId },
    data: { email, emailKey: keyOf(email) },
    select: { id: true },
  })
  await revokeTokens(tx, deps, { studentId })
  return mailVerification(tx, deps, { student: { id: studentId, email } })
}

type AuditedChange = Replacement & {
  action: 'student.emailChanged' | 'student.emailCorrected'
  wasVerified: boolean
}

async function auditChange(
  tx: Tx,
  deps: ConfirmDeps,
  { action, actor, studentId, from, email, wasVerified }: AuditedChange,
) {
  await recordAudit(tx, deps, {
    actor,
    action,
    subject: { kind: 'student', id: studentId },
    details: { from, to: email, askedAt: deps.clock.now().toISOString(), wasVerified },
  })
}

function throwTaken(error: unknown): never {
  throw isTaken(error) ? new ShopError('EMAIL_TAKEN', {}, { cause: error }) : error
}

type Registration = {
  /** What the browser that registered keeps. */
  waiting: string
  email: string
  /** The network address. */
  address: string
}

/**
 * Corrects the mistyped address of a registration from the browser that made it: username and password stay, the link
 * in the wrong mailbox ends, the right one gets a new one. It says "taken" as registration does, and no more.
 *
 * @throws ShopError REGISTRATION_OVER once it is verified or removed; EMAIL_UNCHANGED, EMAIL_TAKEN, RATE_LIMITED
 */
export async function correctRegistration(
  deps: ConfirmDeps & Pick<Deps, 'limits'>,
  { waiting, email, address }: Registration,
): Promise<{ success: true }> {
  const studentId = openWaiting(deps, waiting)
  if (studentId === null) throw new ShopError('REGISTRATION_OVER')
  await deps.limits.consume('emailChange', studentId)
  // Several registrations together must not fill a stranger's mailbox either.
  await deps.limits.consume('emailChange', hashToken(keyOf(email)))
  const actor = { kind: 'student', id: studentId } as const
  const outboxId = await deps.db
    .$transaction(async (tx) => {
      const student = await lockStudent(tx, studentId)
      if (!student || student.verifiedAt !== null) throw new ShopError('REGISTRATION_OVER')
      if (email === student.email) throw new ShopError('EMAIL_UNCHANGED')
      return replaceEmail(tx, deps, { studentId, from: student.email, email, actor })
    })
    .catch(throwTaken)
  await recordSecurityEvent(deps, { kind: 'email.changed', subject: actor, address })
  await enqueueAwaited(deps, [outboxId])
  return { success: true }
}
