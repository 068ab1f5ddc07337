import type { Deps } from '#server/deps.ts'

/**
 * Step: removes sessions that ran out or were closed, and links that ran out, before a moment; a session stays while a
 * grant of a film names it.
 */
export async function removeOldSecrets({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.session.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { revokedAt: { lt: before } }], grants: { none: {} } },
  })
  await db.oneTimeToken.deleteMany({ where: { expiresAt: { lt: before } } })
}
