import type { Prisma } from '#server/infra/prisma/client.ts'

type LockedAccount = {
  username: string
  email: string
  emailKey: string
  verifiedAt: Date | null
  createdAt: Date
}

/** Step: holds a student's row until the transaction ends; null once erased. */
export async function lockAccount(
  tx: Prisma.TransactionClient,
  studentId: string,
): Promise<LockedAccount | null> {
  const rows = await tx.$queryRaw<LockedAccount[]>`
    select "username", "email", "emailKey", "verifiedAt", "createdAt" from "Student"
     where "id" = ${studentId} and "erasedAt" is null for update`
  return rows[0] ?? null
}
