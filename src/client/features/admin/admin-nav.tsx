import { Link, matchPath, useLocation } from 'react-router'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { CountBadge } from '#client/ui/badge.tsx'
import { adminNavMessages } from '#shared/messages/admin.ts'

const PLACES = [
  { to: paths.admin, name: adminNavMessages.dashboard },
  { to: paths.adminAttention, name: adminNavMessages.attention },
  { to: paths.adminOrders, name: adminNavMessages.orders },
  { to: paths.adminCatalog, name: adminNavMessages.catalog },
  { to: paths.bulkEmail, name: adminNavMessages.bulkEmail },
  { to: paths.adminOperations, name: adminNavMessages.operations },
  { to: paths.adminSecurity, name: adminNavMessages.security },
] as const

/** The screens of the back office there are. An order's own screen still marks Orders as the place one is in, and the preview of all emails Bulk email. */
export function AdminNav({ isIn }: { isIn: boolean }) {
  const { pathname } = useLocation()
  return (
    <nav className="admin-nav" aria-label={adminNavMessages.label}>
      <ul>
        {PLACES.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} aria-current={isWithin(to, pathname) ? 'page' : undefined}>
              {name}
              {isIn && to === paths.adminAttention && <AttentionCount />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How much there is; read again with each screen. */
function AttentionCount() {
  const { data } = trpc.admin.attention.count.useQuery(undefined, { staleTime: 30_000, retry: false })
  if (!data || data.count === 0) return null
  return (
    <>
      {' '}
      <CountBadge count={data.count} label="open" />
    </>
  )
}

function isWithin(place: (typeof PLACES)[number]['to'], pathname: string): boolean {
  const isAt = (path: string) => matchPath({ path, end: place === paths.admin }, pathname) !== null
  return isAt(place) || (place === paths.bulkEmail && isAt(paths.emailPreview))
}
