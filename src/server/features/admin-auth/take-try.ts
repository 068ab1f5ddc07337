import type { Deps } from '#server/deps.ts'

/**
 * Takes one of a challenge's tries, be the code right or wrong, in a single statement: however many guesses come
 * at once, only as many as there are tries are looked at. Null when it has none left, is too old, used or unknown.
 */
export async function takeTry(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tokenHash: string,
): Promise<{ codeHash: string; triesLeft: number } | null> {
  const [challenge] = await db.adminChallenge.updateManyAndReturn({
    where: { tokenHash, usedAt: null, triesLeft: { gt: 0 }, expiresAt: { gt: clock.now() } },
    data: { triesLeft: { decrement: 1 } },
    select: { codeHash: true, triesLeft: true },
  })
  return challenge ?? null
}
