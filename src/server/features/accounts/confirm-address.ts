import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Step: marks a student's address as theirs, and welcomes them the first time. Returns the outbox id of the
 * welcome, or null when the address was confirmed before.
 */
export async function confirmAddress(
  tx: Prisma.TransactionClient,
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
