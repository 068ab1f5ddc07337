import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { resetLinkMinutes } from '#shared/limits.ts'

type Input = {
  owner: { studentId: string } | { refererId: string }
  name: string
  email: string
  /** A repeated job must not write twice. */
  dedupeKey: string
}

/** Step: writes the mail with a link that sets a new password. Returns the outbox id, or null on a repeat. */
export async function mailReset(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock' | 'seal' | 'config'>,
  { owner, name, email, dedupeKey }: Input,
): Promise<string | null> {
  const now = deps.clock.now()
  const expiresAt = addMinutes(now, resetLinkMinutes)
  const token = newToken()
  const account = 'studentId' in owner ? 'student' : 'referer'
  const outboxId = await queueMail(tx, deps, {
    template: 'password-reset',
    to: email,
    props: { account, name, token, expiresAt: expiresAt.toISOString() },
    dedupeKey,
  })
  if (outboxId === null) return null
  await tx.oneTimeToken.create({
    data: {
      id: newId(now),
      purpose: 'resetPassword',
      tokenHash: hashToken(token),
      ...owner,
      email,
      createdAt: now,
      expiresAt,
    },
    select: { id: true },
  })
  return outboxId
}
