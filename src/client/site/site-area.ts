import { paths } from './paths.ts'

/** Where an address belongs: the portal and the back office have a sign-in of their own. */
export type SiteArea = 'shop' | 'portal' | 'office'

const DOORS = {
  portal: [paths.clubPortal, paths.refererPortal, paths.refererResetPassword()],
  office: [paths.admin, paths.adminLogin, paths.bulkEmail, paths.emailPreview],
}

export function siteAreaOf(pathname: string): SiteArea {
  const isBehind = (path: string) => pathname === path || pathname.startsWith(`${path}/`)
  if (DOORS.office.some(isBehind)) return 'office'
  return DOORS.portal.some(isBehind) ? 'portal' : 'shop'
}

/** The place in the header that the back office fills. */
export const OFFICE_HEAD_ID = 'office-head'
