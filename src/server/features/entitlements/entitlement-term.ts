import { addCalendarMonths, londonMonthsBetween } from '#shared/calendar/calendar.ts'
import { renewableFrom } from '#shared/catalog/term-end.ts'

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

/**
 * When access to each open video ends: the meaning of "owned" everywhere in the shop (requirements §4). A term that
 * begins where another ends, or before, carries it on.
 */
export function openUntil(entitlements: readonly Entitlement[], now: Date): Map<number, Date> {
  const ends = new Map<number, Date>()
  const start = ({ startsAt }: Term) => startsAt?.getTime() ?? 0
  for (const entitlement of entitlements.toSorted((a, b) => start(a) - start(b))) {
    const { videoId, startsAt = now, expiresAt } = entitlement
    const known = ends.get(videoId)
    const isStanding = isOpen({ ...entitlement, startsAt: now }, now)
    if (!isStanding || startsAt > (known ?? now)) continue
    if (known === undefined || known < expiresAt) ends.set(videoId, expiresAt)
  }
  return ends
}

/** The open videos that can be bought again now, each with the start of its new term (requirements §5). */
export function findRenewals(entitlements: readonly Entitlement[], now: Date): Map<number, Date> {
  return new Map([...openUntil(entitlements, now)].filter(([, end]) => now >= renewableFrom(end)))
}

export type BoughtTerm = { startsAt: Date; expiresAt: Date }

/**
 * The term of a video bought now. A renewal begins where the student's earlier terms end; its months are counted from
 * the first of them, so that all end when one term as long as all would have: 31 January, 30 April, 31 July.
 */
export function nextTerm(
  entitlements: readonly (Entitlement & BoughtTerm)[],
  { videoId, boughtAt, months }: { videoId: number; boughtAt: Date; months: number },
): BoughtTerm {
  const startsAt = findRenewals(entitlements, boughtAt).get(videoId)
  if (startsAt === undefined) return { startsAt: boughtAt, expiresAt: addCalendarMonths(boughtAt, months) }
  const first = firstStart(
    entitlements.filter((entitlement) => entitlement.videoId === videoId),
    startsAt,
  )
  const gone = londonMonthsBetween(first, startsAt)
  // An end that an admin set, for example, is not so many months after the first start.
  const isCounted = addCalendarMonths(first, gone).getTime() === startsAt.getTime()
  return {
    startsAt,
    expiresAt: isCounted ? addCalendarMonths(first, gone + months) : addCalendarMonths(startsAt, months),
  }
}

/** The start of the first of the terms that follow each other without a gap up to a moment. */
function firstStart(terms: readonly BoughtTerm[], end: Date): Date {
  const before = terms.find(({ expiresAt }) => expiresAt.getTime() === end.getTime())
  return before ? firstStart(terms, before.startsAt) : end
}

const dayMs = 24 * 60 * 60 * 1_000

/** Whole days of 24 hours, rounded up, until the first valid entitlement expires; 0 without one. */
export function daysRemaining(entitlements: readonly Entitlement[], now: Date): number {
  const ends = [...openUntil(entitlements, now).values()].map((end) => end.getTime())
  if (ends.length === 0) return 0
  return Math.ceil((Math.min(...ends) - now.getTime()) / dayMs)
}
