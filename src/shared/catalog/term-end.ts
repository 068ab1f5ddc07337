import { addCalendarMonths, startOfLondonDayBefore } from '#shared/calendar/calendar.ts'
import { renewalDays } from '#shared/limits.ts'
import type { CatalogTerms } from './catalog.ts'

/** The calendar months of a bought entitlement: a single video and a bundle have their own terms (requirements §5). */
export function termMonths(order: {
  isBundle: boolean
  terms: Pick<CatalogTerms, 'singleMonths' | 'bundleMonths'>
}): number {
  return order.isBundle ? order.terms.bundleMonths : order.terms.singleMonths
}

/** The end of a bought entitlement that is no renewal, counted at London wall time (requirements §5). */
export function expiresAt(purchase: {
  boughtAt: Date
  isBundle: boolean
  terms: Pick<CatalogTerms, 'singleMonths' | 'bundleMonths'>
}): Date {
  return addCalendarMonths(purchase.boughtAt, termMonths(purchase))
}

/** From when on a video that is open until a moment can be renewed. */
export function renewableFrom(openUntil: Date): Date {
  return startOfLondonDayBefore(openUntil, renewalDays)
}
