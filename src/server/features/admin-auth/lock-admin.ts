import type { Prisma } from '#server/infra/prisma/client.ts'

/**
 * Step: holds the row of an admin until the transaction ends, and says whether they may still come in; with
 * `passwordHash`, whether it is still theirs. Whoever changes either at the same moment waits, or was waited for.
 */
export async function lockAdmin(
  tx: Prisma.TransactionClient,
  { adminId, passwordHash = null }: { adminId: string; passwordHash?: string | null },
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ passwordHash: string }[]>`
    select "passwordHash" from "Admin" where "id" = ${adminId} and "disabledAt" is null for no key update`
  return rows.some((row) => passwordHash === null || row.passwordHash === passwordHash)
}
