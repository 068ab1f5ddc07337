import type { Prisma } from '#server/infra/prisma/client.ts'

/** Step: removes the outbox's rows of the contact page from before a moment, those that never left among them. */
export async function removeContactMails(
  tx: Pick<Prisma.TransactionClient, 'outboxMessage'>,
  before: Date,
): Promise<void> {
  await tx.outboxMessage.deleteMany({
    where: { template: { in: ['contact-message', 'contact-received'] }, createdAt: { lt: before } },
  })
}
