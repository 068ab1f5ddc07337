import type { Deps } from '#server/deps.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { isCode } from './mail-code.ts'

export type Try = { outcome: 'right'; codeHash: string } | { outcome: 'wrong' } | { outcome: 'over' }

/**
 * Takes one of a challenge's tries, be it right or wrong, in a single statement: however many guesses come at
 * once, only as many as there are tries are looked at. `over` is a challenge with no tries left, too old, used
 * or unknown.
 */
export async function tryCode(
  deps: Pick<Deps, 'db' | 'clock' | 'signer'>,
  { tokenHash, authCode }: { tokenHash: string; authCode: string },
): Promise<Try> {
  const [challenge] = await deps.db.adminChallenge.updateManyAndReturn({
    where: { tokenHash, usedAt: null, triesLeft: { gt: 0 }, expiresAt: { gt: deps.clock.now() } },
    data: { triesLeft: { decrement: 1 } },
    select: { codeHash: true, triesLeft: true },
  })
  if (!challenge) return { outcome: 'over' }
  const { codeHash, triesLeft } = challenge
  if (isCode(deps, { tokenHash, authCode, codeHash })) return { outcome: 'right', codeHash }
  return { outcome: triesLeft > 0 ? 'wrong' : 'over' }
}

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
