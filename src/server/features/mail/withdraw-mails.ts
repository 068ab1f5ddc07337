import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Step: takes mails out of the outbox that no worker has taken up, by their dedupe keys, so that what they tell of can
 * be told again. Those that were sent, or are being sent, stay. Answers how many it were.
 */
export async function withdrawMails(
  tx: Prisma.TransactionClient,
  dedupeKeys: readonly string[],
): Promise<number> {
  const { count } = await tx.outboxMessage.deleteMany({
    where: { dedupeKey: { in: [...dedupeKeys] }, status: 'queued' },
  })
  return count
}
