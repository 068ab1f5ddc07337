import type { Deps } from '#server/deps.ts'

/** Step: removes the grants of films that ended before a moment, or whose session did. */
export async function removeOldGrants({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.mediaGrant.deleteMany({
    where: {
      OR: [
        { expiresAt: { lt: before } },
        { session: { OR: [{ expiresAt: { lt: before } }, { revokedAt: { lt: before } }] } },
      ],
    },
  })
}
