import type { Prisma } from '#server/infra/prisma/client.ts'

/** Step: lets news reach an address again that had unsubscribed, because its owner says so. Bounces stay. */
export async function takeBackRefusal(tx: Prisma.TransactionClient, address: string): Promise<void> {
  await tx.suppression.deleteMany({
    where: { addressKey: address.trim().toLowerCase(), reason: 'unsubscribed' },
  })
}
