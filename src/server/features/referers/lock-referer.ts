import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Step: holds the row of a referer until the transaction ends, and says whether it still has this password and
 * has not ended. Whoever changes either at the same moment waits, or was waited for.
 */
export async function lockReferer(
  tx: Prisma.TransactionClient,
  { refererId, passwordHash }: { refererId: string; passwordHash: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from "Referer"
    where "id" = ${refererId} and "passwordHash" = ${passwordHash} and "endedAt" is null
    for no key update`
  return rows.length === 1
}
