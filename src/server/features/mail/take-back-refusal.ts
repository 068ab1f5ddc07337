import type { Prisma } from '#server/infra/prisma/client.ts'
import { keyOf } from '#shared/text/text-key.ts'

/** Step: lets news reach an address again that had unsubscribed, because its owner says so. Bounces stay. */
export async function takeBackRefusal(tx: Prisma.TransactionClient, address: string): Promise<void> {
  await tx.suppression.deleteMany({
    where: { addressKey: keyOf(address), reason: 'unsubscribed' },
  })
}
