import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Step: removes the outbox's rows about what somebody wrote on the contact page, and about who applied to be a referer,
 * from before a moment: those that never left still hold it.
 */
export async function removeContactMails(
  tx: Pick<Prisma.TransactionClient, 'outboxMessage'>,
  before: Date,
): Promise<void> {
  await tx.outboxMessage.deleteMany({
    where: {
      template: { in: ['contact-message', 'contact-received', 'application-waiting'] },
      createdAt: { lt: before },
    },
  })
}
