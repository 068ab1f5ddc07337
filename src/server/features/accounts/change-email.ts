import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { linkKeyOf } from '#server/features/mail/personal-data.ts'
import { nudgeAwaitedMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { emailChangeHours } from '#shared/limits.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { checkPassword } from './check-password.ts'
import { voidLinks } from './void-links.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'passwords' | 'limits' | 'seal' | 'config' | 'queue' | 'log'>

/**
 * Asks for another address: a link goes to the new one, and the old one is told while it can still stop it. Nothing
 * changes before the link is followed; a later request takes the place of an earlier one. Of an address that has an
 * account only its mailbox is told so: answer, rows and work are the same, but the link that would confirm is not sent.
 *
 * @throws ShopError as checkPassword; EMAIL_UNCHANGED, RATE_LIMITED beyond the mails of an hour
 */
export async function changeEmail(
  deps: ChangeDeps,
  { studentId, email, password }: { studentId: string; email: string; password: string },
): Promise<{ success: true; email: string; expiresAt: string }> {
  const student = await checkPassword(deps, { studentId, password })
  // Another spelling of the same address is taken, if the letters differ: it is how mails will be addressed.
  if (email === student.email) throw new ShopError('EMAIL_UNCHANGED')
  const emailKey = keyOf(email)
  await deps.limits.consume('emailChange', studentId)
  // Strangers' mailboxes are not to be filled from several accounts either.
  await deps.limits.consume('emailChange', hashToken(emailKey))
  const isTaken = (await deps.db.student.count({ where: { emailKey, id: { not: studentId } } })) > 0

  const now = deps.clock.now()
  const expiresAt = addHours(now, emailChangeHours)
  const token = newToken()
  const linkId = newId(now)
  const { username } = student
  const outboxIds = await deps.db.$transaction(async (tx) => {
    // A password changed since it was checked asks for nothing.
    const { count } = await tx.student.updateMany({
      where: { id: studentId, passwordHash: student.passwordHash, erasedAt: null },
      data: { lastSeenAt: now },
    })
    if (count === 0) throw new ShopError('CURRENT_PASSWORD_WRONG')
    await voidLinks(tx, deps, { studentId }, 'changeEmail')
    await tx.oneTimeToken.create({
      data: {
        id: linkId,
        purpose: 'changeEmail',
        tokenHash: hashToken(token),
        studentId,
        email,
        createdAt: now,
        expiresAt,
      },
      select: { id: true },
    })
    const toNew = await queueMail(tx, deps, {
      template: 'email-change',
      to: email,
      props: { username, token: isTaken ? null : token, expiresAt: expiresAt.toISOString() },
      // Names the student: the address may never become theirs, and is erased with the account all the same.
      dedupeKey: `${linkKeyOf(studentId)}${linkId}`,
    })
    const toOld = await queueMail(tx, deps, {
      template: 'email-changed',
      to: student.email,
      props: { stage: 'asked', username, newEmail: email, at: now.toISOString() },
    })
    return [toNew, toOld]
  })
  await nudgeAwaitedMail(deps, outboxIds)
  return { success: true, email, expiresAt: expiresAt.toISOString() }
}
