import { reportPageView } from '#client/lib/analytics.ts'
import { findRoute, holdsToken } from './routes.tsx'

/**
 * Counts a page view, by address for pages that are the same for everybody, else by the route's pattern: who it is
 * stays here. Pages whose address holds a secret are not counted, and no script of the owner's is loaded there,
 * since it could read the address.
 */
export function countVisit(scriptUrl: string | null, pathname: string): void {
  if (holdsToken(pathname)) return
  const route = findRoute(pathname)?.route
  const shown = route?.meta ? pathname : (route?.path ?? '/404')
  reportPageView(scriptUrl, shown)
}
