import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import type { CatalogTerms } from './catalog.ts'

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
