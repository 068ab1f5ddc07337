import type { Deps } from '#server/deps.ts'
import { addDays } from '#shared/durations.ts'

export type CleanUpDeps = Pick<Deps, 'db' | 'clock'>

/** Used and expired secrets are of no use after this; sessions are kept as long for the list of sign-ins. */
const KEEP_DAYS = 30

/** Removes expired sessions, links, codes, media grants and rate-limit counters. Safe to run at any time. */
export async function cleanUp({ db, clock }: CleanUpDeps): Promise<void> {
  const now = clock.now()
  const before = addDays(now, -KEEP_DAYS)
  await db.mediaGrant.deleteMany({
    where: { OR: [{ expiresAt: { lt: before } }, { session: { expiresAt: { lt: before } } }] },
  })
  await db.session.deleteMany({ where: { expiresAt: { lt: before }, grants: { none: {} } } })
  await db.oneTimeToken.deleteMany({ where: { expiresAt: { lt: before } } })
  await db.adminChallenge.deleteMany({ where: { expiresAt: { lt: before } } })
  await db.rateLimit.deleteMany({ where: { expire: { lt: now.getTime() } } })
}
