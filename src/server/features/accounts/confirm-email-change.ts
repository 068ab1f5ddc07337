import type { Deps } from '#server/deps.ts'
import { isTaken, ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { recordSecurityEvent } from '#server/features/audit/record-security-event.ts'
import { nudgeMail, queueMail } from '#server/features/mail/queue-mail.ts'
import { hashToken } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { closeSessions } from './close-sessions.ts'
import type { StudentSession } from './queries.ts'

type ConfirmDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>
type Link = NonNullable<Awaited<ReturnType<typeof findLink>>>

/**
 * Makes the confirmed address the account's, once, and tells the old one. Every session ends but that of the browser
 * the link was opened in, where it is this student's. Of two accounts that want one address, the first to confirm
 * has it. A link followed again says that all is well.
 *
 * @throws ShopError EMAIL_CHANGE_LINK_INVALID, EMAIL_TAKEN
 */
export async function confirmEmailChange(
  deps: ConfirmDeps,
  { token, session, address }: { token: string; session: StudentSession | null; address?: string },
): Promise<{ success: true; email: string; isSignedIn: boolean }> {
  const link = await findLink(deps, token)
  if (!link) throw new ShopError('EMAIL_CHANGE_LINK_INVALID')
  const kept = session?.studentId === link.student.id ? session.sessionId : null
  const answer = { success: true, email: link.email, isSignedIn: kept !== null } as const
  if (link.usedAt !== null && link.student.emailKey === keyOf(link.email)) return answer
  const outboxId = await deps.db
    .$transaction((tx) => moveTo(tx, deps, { link, keptSessionId: kept }))
    .catch((error: unknown) => {
      throw isTaken(error) ? new ShopError('EMAIL_TAKEN', {}, { cause: error }) : error
    })
  const subject = { kind: 'student', id: link.student.id } as const
  await recordSecurityEvent(deps, { kind: 'email.changed', subject, address: address ?? null })
  await nudgeMail(deps, [outboxId])
  return answer
}

async function findLink(deps: Pick<Deps, 'db'>, token: string) {
  const link = await deps.db.oneTimeToken.findFirst({
    where: { tokenHash: hashToken(token), purpose: 'changeEmail', student: { erasedAt: null } },
    select: {
      id: true,
      email: true,
      createdAt: true,
      usedAt: true,
      student: { select: { id: true, username: true, email: true, emailKey: true } },
    },
  })
  return link?.student ? { ...link, student: link.student } : null
}

async function moveTo(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { link, keptSessionId }: { link: Link; keptSessionId: string | null },
): Promise<string | null> {
  const now = deps.clock.now()
  const { student, email } = link
  // The student's own row first: a new password set at the same moment waits for it, or has ended the link.
  const { count: found } = await tx.student.updateMany({
    where: { id: student.id, emailKey: student.emailKey, erasedAt: null },
    data: { email, emailKey: keyOf(email), ...(await refusalThatFollows(tx, student.emailKey, now)) },
  })
  if (found === 0) throw new ShopError('EMAIL_CHANGE_LINK_INVALID')
  const { count } = await tx.oneTimeToken.updateMany({
    where: { id: link.id, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  if (count === 0) throw new ShopError('EMAIL_CHANGE_LINK_INVALID')
  await closeSessions(tx, deps, { studentId: student.id }, keptSessionId)
  await recordAudit(tx, deps, {
    actor: { kind: 'student', id: student.id },
    action: 'student.emailChanged',
    subject: { kind: 'student', id: student.id },
    details: { from: student.email, to: email, askedAt: link.createdAt.toISOString() },
  })
  return queueMail(tx, deps, {
    template: 'email-changed',
    to: student.email,
    props: { stage: 'done', username: student.username, newEmail: email, at: now.toISOString() },
    dedupeKey: `email-changed:${link.id}`,
  })
}

/** Who refused news at the old address has refused them, whatever their address (PECR reg. 22). */
async function refusalThatFollows(tx: Prisma.TransactionClient, addressKey: string, now: Date) {
  const refused = await tx.suppression.count({
    where: { addressKey, reason: { in: ['unsubscribed', 'complained'] } },
  })
  return refused > 0 ? { newsOptOutAt: now } : {}
}
