import { ShopError } from '#server/errors.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/** Step: ends a referer's account, once: code, sign-in and reset links ask for a referer who has not ended. */
export async function markEnded(
  tx: Prisma.TransactionClient,
  { refererId, now }: { refererId: string; now: Date },
): Promise<void> {
  const { count } = await tx.referer.updateMany({
    where: { id: refererId, endedAt: null },
    data: { endedAt: now },
  })
  if (count !== 1) throw new ShopError('REFERER_ENDED')
}
