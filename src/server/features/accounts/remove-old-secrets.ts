import type { Deps } from '#server/deps.ts'

/** Step: removes sessions and links that ended before a moment; a session stays while a grant of a film names it. */
export async function removeOldSecrets({ db }: Pick<Deps, 'db'>, before: Date): Promise<void> {
  await db.session.deleteMany({ where: { expiresAt: { lt: before }, grants: { none: {} } } })
  await db.oneTimeToken.deleteMany({ where: { expiresAt: { lt: before } } })
}
