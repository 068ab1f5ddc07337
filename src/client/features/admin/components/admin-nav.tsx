import { Link, matchPath, useLocation } from 'react-router'
import { adminNavMessages } from '#shared/messages/admin.ts'
import { paths } from '../../../app/paths.ts'
import { findRoute } from '../../../app/routes.tsx'

const PLACES = [
  { to: paths.admin, name: adminNavMessages.dashboard },
  { to: paths.adminOrders, name: adminNavMessages.orders },
  { to: paths.adminCatalogue, name: adminNavMessages.catalogue },
  { to: paths.bulkEmail, name: adminNavMessages.bulkEmail },
  { to: paths.adminOperations, name: adminNavMessages.operations },
  { to: paths.adminSecurity, name: adminNavMessages.security },
] as const

/** The screens of the back office there are. An order's own screen still marks Orders as the place one is in, and the preview of all emails Bulk email. */
export function AdminNav() {
  const { pathname } = useLocation()
  const places = PLACES.filter(({ to }) => findRoute(to) !== null)
  if (places.length < 2) return null
  return (
    <nav className="admin-nav" aria-label={adminNavMessages.label}>
      <ul>
        {places.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} aria-current={isWithin(to, pathname) ? 'page' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function isWithin(place: (typeof PLACES)[number]['to'], pathname: string): boolean {
  const isAt = (path: string) => matchPath({ path, end: place === paths.admin }, pathname) !== null
  return isAt(place) || (place === paths.bulkEmail && isAt(paths.emailPreview))
}
