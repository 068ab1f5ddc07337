import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'

/** The time of an entitlement. A row may leave out a field that its query has filtered by. */
export type Term = {
  startsAt?: Date
  expiresAt: Date
  /** Set by a refund, a lost dispute or an admin. */
  revokedAt?: Date | null
}

/** The right of one student to one video, from a purchase or from an admin. */
export type Entitlement = Term & { videoId: number }

/**
 * The end of a bought entitlement. A single video and a bundle have their own terms in calendar months, counted at
 * London wall time (requirements §5).
 */
export function expiresAt(purchase: {
  boughtAt: Date
  isBundle: boolean
  terms: Pick<CatalogTerms, 'singleMonths' | 'bundleMonths'>
}): Date {
  const { singleMonths, bundleMonths } = purchase.terms
  return addCalendarMonths(purchase.boughtAt, purchase.isBundle ? bundleMonths : singleMonths)
}

/** Whether an entitlement is valid at an instant: from its start until its expiry, unless revoked. */
export function isOpen({ startsAt, expiresAt, revokedAt }: Term, now: Date): boolean {
  if (startsAt !== undefined && now < startsAt) return false
  if (revokedAt && revokedAt <= now) return false
  return now < expiresAt
}

/** The latest expiry of each video with a valid entitlement. */
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

/** The videos with a valid entitlement, by id: the meaning of "owned" everywhere in the shop (requirements §4). */
export function ownedVideoIds(entitlements: readonly Entitlement[], now: Date): number[] {
  return [...openUntil(entitlements, now).keys()].toSorted((a, b) => a - b)
}

const dayMs = 24 * 60 * 60 * 1_000

/** Whole days of 24 hours, rounded up, until the first valid entitlement expires; 0 without one. */
export function daysRemaining(entitlements: readonly Entitlement[], now: Date): number {
  const ends = [...openUntil(entitlements, now).values()].map((end) => end.getTime())
  if (ends.length === 0) return 0
  return Math.ceil((Math.min(...ends) - now.getTime()) / dayMs)
}
