import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'

/** Step: uses up the challenge of a right code. False when it was used, renewed or too old by now: the code opens nothing. */
export async function spendChallenge(
  tx: Prisma.TransactionClient,
  deps: Pick<Deps, 'clock'>,
  { tokenHash, codeHash }: { tokenHash: string; codeHash: string },
): Promise<boolean> {
  const now = deps.clock.now()
  const { count } = await tx.adminChallenge.updateMany({
    where: { tokenHash, codeHash, usedAt: null, expiresAt: { gt: now } },
    data: { usedAt: now },
  })
  return count === 1
}
