/** The time of an entitlement. A row may leave out a field that its query has filtered by. */
export type Term = {
  startsAt?: Date
  expiresAt: Date
  /** Set by a refund, a lost dispute or an admin. */
  revokedAt?: Date | null
}

/** The right of one student to one video, from a purchase or from an admin. */
export type Entitlement = Term & { videoId: number }

/** Whether an entitlement is valid at an instant: from its start until its expiry, unless revoked. */
export function isOpen({ startsAt, expiresAt, revokedAt }: Term, now: Date): boolean {
  if (startsAt !== undefined && now < startsAt) return false
  if (revokedAt && revokedAt <= now) return false
  return now < expiresAt
}

/** The latest expiry of each video with a valid entitlement: the meaning of "owned" everywhere in the shop (requirements §4). */
export function openUntil(entitlements: readonly Entitlement[], now: Date): Map<number, Date> {
  const ends = new Map<number, Date>()
  for (const entitlement of entitlements) {
    if (!isOpen(entitlement, now)) continue
    const known = ends.get(entitlement.videoId)
    if (known === undefined || known < entitlement.expiresAt)
      ends.set(entitlement.videoId, entitlement.expiresAt)
  }
  return ends
}

const dayMs = 24 * 60 * 60 * 1_000

/** Whole days of 24 hours, rounded up, until the first valid entitlement expires; 0 without one. */
export function daysRemaining(entitlements: readonly Entitlement[], now: Date): number {
  const ends = [...openUntil(entitlements, now).values()].map((end) => end.getTime())
  if (ends.length === 0) return 0
  return Math.ceil((Math.min(...ends) - now.getTime()) / dayMs)
}
