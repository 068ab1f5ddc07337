import type { Prisma } from '#server/infra/prisma/client.ts'
import { FORGOTTEN } from './personal-data.ts'
import { isSecretTemplate } from './queue-mail.ts'

/** A mail's link or code is wiped when it is given up, and an erased person's address with it. */
export function canRetry({ template, toAddress }: { template: string; toAddress: string }): boolean {
  return !isSecretTemplate(template) && toAddress !== FORGOTTEN
}

/** Step: makes every mail that waits for its next try due now. Returns how many mails are due. */
export async function retryWaitingMail(tx: Prisma.TransactionClient, now: Date): Promise<number> {
  await tx.outboxMessage.updateMany({
    where: { status: 'queued', nextAttemptAt: { gt: now } },
    data: { nextAttemptAt: now },
  })
  return tx.outboxMessage.count({ where: { status: 'queued', nextAttemptAt: { lte: now } } })
}

/** Step: a mail that failed or may not have arrived needs nobody any more. False where it is neither, or was dismissed. */
export async function dismissMail(
  tx: Prisma.TransactionClient,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const { count } = await tx.outboxMessage.updateMany({
    where: { id, status: { in: ['failed', 'unknown'] }, dismissedAt: null },
    data: { dismissedAt: now },
  })
  return count === 1
}

/**
 * Step: puts a mail that was given up, or whose fate is unknown, back into the outbox. False where it is neither, or cannot
 * be sent.
 */
export async function retryMail(
  tx: Prisma.TransactionClient,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  const mail = await tx.outboxMessage.findUnique({
    where: { id },
    select: { template: true, toAddress: true },
  })
  if (!mail || !canRetry(mail)) return false
  const { count } = await tx.outboxMessage.updateMany({
    where: { id, status: { in: ['failed', 'unknown'] } },
    data: { status: 'queued', attempts: 0, nextAttemptAt: now, handedOverAt: null, dismissedAt: null },
  })
  return count === 1
}
