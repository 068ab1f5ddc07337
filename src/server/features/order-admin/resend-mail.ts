import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { mailVerification } from '#server/features/accounts/verification.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { copyMail, enqueueOutbox, isRepeatable } from '#server/features/mail/outbox.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { keyOf } from '#shared/text/text-key.ts'
import { findAddressesOf } from './order-detail-queries.ts'

type ResendDeps = Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>
type Resending = { outboxId: string; studentId: string; adminId: string }

/** Requests within one minute are one request. */
const SAME_REQUEST_MS = 60_000

/**
 * Sends a student's mail again, with its documents, to the current address. A verification mail gets a new link, as the
 * old one may be used.
 *
 * @throws ShopError NOT_FOUND; MAIL_NOT_REPEATABLE for every other link or code; EMAIL_CONFIRMED where there is
 *   nothing to confirm
 */
export async function resendMail(deps: ResendDeps, resending: Resending): Promise<{ email: string }> {
  const { email, outboxId } = await deps.db.$transaction((tx) => writeAgain(tx, deps, resending))
  await enqueueOutbox(deps, [outboxId])
  return { email }
}

async function writeAgain(
  tx: Prisma.TransactionClient,
  deps: ResendDeps,
  { outboxId, studentId, adminId }: Resending,
): Promise<{ email: string; outboxId: string | null }> {
  const student = await lockStudent(tx, studentId)
  if (!student) throw new ShopError('NOT_FOUND')
  const mail = await tx.outboxMessage.findUnique({
    where: { id: outboxId },
    select: { template: true, toAddress: true },
  })
  const addresses = await findAddressesOf(tx, { id: studentId, email: student.email })
  if (!mail || !addresses.includes(keyOf(mail.toAddress))) throw new ShopError('NOT_FOUND')

  const minute = Math.floor(deps.clock.now().getTime() / SAME_REQUEST_MS)
  const dedupeKey = `again:${outboxId}:${minute}`
  const again = await writeCopy(tx, deps, {
    outboxId,
    studentId,
    dedupeKey,
    template: mail.template,
    student,
  })
  if (again !== null) {
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: 'mail.resent',
      subject: { kind: 'student', id: studentId },
      details: { template: mail.template, outboxId: again },
    })
  }
  return { email: student.email, outboxId: again }
}

async function writeCopy(
  tx: Prisma.TransactionClient,
  deps: ResendDeps,
  mail: {
    outboxId: string
    template: string
    studentId: string
    student: { email: string }
    dedupeKey: string
  },
): Promise<string | null> {
  const { outboxId, studentId, student, dedupeKey } = mail
  if (isRepeatable(mail.template)) return copyMail(tx, deps, { outboxId, to: student.email, dedupeKey })
  if (mail.template !== 'verify-email') throw new ShopError('MAIL_NOT_REPEATABLE')
  const waiting = await tx.student.count({ where: { id: studentId, verifiedAt: null } })
  if (waiting === 0) throw new ShopError('EMAIL_CONFIRMED')
  return mailVerification(tx, deps, { student: { id: studentId, email: student.email }, dedupeKey })
}
