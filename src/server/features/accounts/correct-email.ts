import type { Deps } from '#server/deps.ts'
import { isTaken, ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/record-audit.ts'
import { recordSecurityEvent } from '#server/features/audit/record-security-event.ts'
import { nudgeAwaitedMail } from '#server/features/mail/queue-mail.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { lockAccount } from './lock-account.ts'
import { mailVerification } from './mail-verification.ts'
import { voidLinks } from './void-links.ts'

type CorrectDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>
type Correction = { studentId: string; email: string; adminId: string }

/**
 * Puts right an address that was mistyped at registration, while nobody has confirmed it: whoever reads the wrong
 * mailbox can use none of the links sent there, and the right one gets a new link.
 *
 * @throws ShopError NOT_FOUND, EMAIL_CONFIRMED, EMAIL_UNCHANGED, EMAIL_TAKEN
 */
export async function correctEmail(deps: CorrectDeps, correction: Correction): Promise<{ email: string }> {
  const outboxId = await deps.db
    .$transaction((tx) => writeEmail(tx, deps, correction))
    .catch((error: unknown) => {
      throw isTaken(error) ? new ShopError('EMAIL_TAKEN', {}, { cause: error }) : error
    })
  const subject = { kind: 'student', id: correction.studentId } as const
  // The row is the student's to read: where the admin sat is not in it.
  await recordSecurityEvent(deps, { kind: 'email.changed', subject, address: null })
  await nudgeAwaitedMail(deps, [outboxId])
  return { email: correction.email }
}

async function writeEmail(
  tx: Prisma.TransactionClient,
  deps: CorrectDeps,
  { studentId, email, adminId }: Correction,
): Promise<string | null> {
  const now = deps.clock.now()
  const student = await lockAccount(tx, studentId)
  if (!student) throw new ShopError('NOT_FOUND')
  if (email === student.email) throw new ShopError('EMAIL_UNCHANGED')
  const { count } = await tx.student.updateMany({
    where: { id: studentId, verifiedAt: null },
    data: { email, emailKey: keyOf(email) },
  })
  if (count === 0) throw new ShopError('EMAIL_CONFIRMED')
  await voidLinks(tx, deps, { studentId })
  await recordAudit(tx, deps, {
    actor: { kind: 'admin', id: adminId },
    action: 'student.emailChanged',
    subject: { kind: 'student', id: studentId },
    details: { from: student.email, to: email, askedAt: now.toISOString() },
  })
  return mailVerification(tx, deps, { student: { id: studentId, email } })
}
