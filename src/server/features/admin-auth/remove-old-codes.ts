import type { Deps } from '#server/deps.ts'

/** Step: removes the codes of admins that ended before a moment. */
export async function removeOldCodes({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.adminChallenge.deleteMany({ where: { expiresAt: { lt: before } } })
}
