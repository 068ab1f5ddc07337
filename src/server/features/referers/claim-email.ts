import { ShopError } from '#server/errors.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Step: refuses an address that another referer has whose agreement runs. Two who ask for one address at the same
 * moment come one after the other: the lock lasts until the transaction ends.
 *
 * @throws ShopError REFERER_EMAIL_TAKEN
 */
export async function claimEmail(
  tx: Prisma.TransactionClient,
  { emailKey, refererId }: { emailKey: string; refererId: string },
): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`referer:${emailKey}`}, 0))`
  const taken = await tx.referer.count({
    where: { contactEmailKey: emailKey, endedAt: null, id: { not: refererId } },
  })
  if (taken > 0) throw new ShopError('REFERER_EMAIL_TAKEN')
}
