import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addHours } from '#shared/calendar/durations.ts'

const VALID_HOURS = 24

type Input = {
  student: { id: string; email: string }
  /** A repeated job must not write twice. */
  dedupeKey?: string
}

/** Step: writes the mail with a link that confirms a student's address. Returns the outbox id, or null on a repeat. */
export async function mailVerification(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { student, dedupeKey }: Input,
): Promise<string | null> {
  const now = deps.clock.now()
  const expiresAt = addHours(now, VALID_HOURS)
  const token = newToken()
  const outboxId = await queueMail(tx, deps, {
    template: 'verify-email',
    to: student.email,
    props: { token, expiresAt: expiresAt.toISOString() },
    ...(dedupeKey === undefined ? {} : { dedupeKey }),
  })
  if (outboxId === null) return null
  await tx.oneTimeToken.create({
    data: {
      id: newId(now),
      purpose: 'verifyEmail',
      tokenHash: hashToken(token),
      studentId: student.id,
      email: student.email,
      createdAt: now,
      expiresAt,
    },
    select: { id: true },
  })
  return outboxId
}
