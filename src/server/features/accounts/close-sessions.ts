import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

export type SessionOwner = { studentId: string } | { refererId: string } | { adminId: string }

/**
 * Step: ends every session of a person, after a new password or when they are shut out. Change the person's
 * own row first in the same transaction: a sign-in that is under way waits for it and is then refused. One
 * session may be kept.
 */
export async function closeSessions(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  owner: SessionOwner,
  keptSessionId: string | null = null,
): Promise<void> {
  await tx.session.updateMany({
    where: { ...owner, revokedAt: null, ...(keptSessionId === null ? {} : { id: { not: keptSessionId } }) },
    data: { revokedAt: deps.clock.now() },
  })
}
