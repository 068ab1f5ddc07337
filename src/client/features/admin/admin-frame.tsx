import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { House } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, matchPath, Navigate, useLocation } from 'react-router'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { CountBadge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Page, Row } from '#client/ui/layout.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { adminDashboardMessages, adminNavMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { FailedPart, failureText } from './parts/failure.tsx'
import { StepUpProvider } from './sign-in/step-up.tsx'
import { useAdminSession } from './sign-in/use-admin-session.ts'

type AdminFrameProps = {
  title: string
  /** Shown for the title once it is known who is in. */
  heading?: ReactNode
  /** Buttons of this screen, beside the way home. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * Every screen of the back office: who is in, where one can go, and the question for a new code where an act wants
 * one. Without a session there is only the way to the sign-in (requirements §2); while it is asked for, and when it
 * cannot be, the head stands already.
 */
export function AdminFrame({ title, heading, actions, children }: AdminFrameProps) {
  const { check, signOut } = useAdminSession()
  if (check.data && !check.data.valid) return <Navigate to={paths.adminLogin} replace />
  const isIn = check.data !== undefined
  return (
    <StepUpProvider>
      <Page>
        <AdminHead
          title={isIn ? (heading ?? title) : title}
          actions={isIn && actions}
          adminEmail={check.data?.adminEmail ?? ''}
          {...((isIn || check.isError) && { onSignOut: signOut })}
        />
        {isIn ? children : <Unknown check={check} />}
      </Page>
    </StepUpProvider>
  )
}

type UnknownProps = {
  check: Pick<ReturnType<typeof useAdminSession>['check'], 'isError' | 'error' | 'refetch'>
}

function Unknown({ check }: UnknownProps) {
  if (!check.isError) {
    return (
      <Row role="status" className="actions">
        <Spinner large />
        {adminDashboardMessages.verifying}
      </Row>
    )
  }
  return <FailedPart query={check} className="page-part" />
}

type AdminHeadProps = {
  title: ReactNode
  actions?: ReactNode
  adminEmail: string
  /** Absent until it is known who is in. */
  onSignOut?: () => Promise<void>
}

/** One line under the places: what this screen is, its buttons, who is in and the way out. On a phone all but the title is a menu. */
function AdminHead({ title, actions, adminEmail, onSignOut }: AdminHeadProps) {
  const leave = useMutation({
    mutationFn: async () => onSignOut?.(),
    onError: (error) => toast({ title: failureText(error, networkMessages.failed), tone: 'bad' }),
  })
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <div className={clsx('admin-top', isMenuOpen && 'admin-top-open')}>
      <Button
        size="sm"
        className="admin-menu"
        aria-expanded={isMenuOpen}
        aria-controls={PLACES_ID}
        onClick={() => setMenuOpen(!isMenuOpen)}
      >
        {adminNavMessages.label}
      </Button>
      <AdminNav isIn={adminEmail !== ''} onChoose={() => setMenuOpen(false)} />
      <h1>{title}</h1>
      <div className="admin-acts">
        <Button size="sm" asChild>
          <Link to={paths.home} title={adminNavMessages.home}>
            <House aria-hidden="true" />
            <span className="admin-home">{adminNavMessages.home}</span>
          </Link>
        </Button>
        {actions}
        <span className="quiet admin-who">
          <EmailText email={adminEmail} />
        </span>
        {onSignOut && (
          <Button size="sm" loading={leave.isPending} onClick={() => leave.mutate()}>
            Log out
          </Button>
        )}
      </div>
    </div>
  )
}

const PLACES_ID = 'admin-places'

const PLACES = [
  { to: paths.admin, name: adminNavMessages.dashboard },
  { to: paths.adminAttention, name: adminNavMessages.attention },
  { to: paths.adminOrders, name: adminNavMessages.orders },
  { to: paths.adminQuestions, name: adminNavMessages.questions },
  { to: paths.adminReports, name: adminNavMessages.reports },
  { to: paths.adminBookkeeping, name: adminNavMessages.bookkeeping },
  { to: paths.adminCatalog, name: adminNavMessages.catalog },
  { to: paths.bulkEmail, name: adminNavMessages.bulkEmail },
  { to: paths.adminOperations, name: adminNavMessages.operations },
  { to: paths.adminSecurity, name: adminNavMessages.security },
] as const

type AdminNavProps = { isIn: boolean; onChoose: () => void }

/** The screens of the back office there are. An order's own screen still marks Orders as the place one is in, and the preview of all emails Bulk email. */
function AdminNav({ isIn, onChoose }: AdminNavProps) {
  const { pathname } = useLocation()
  return (
    <nav id={PLACES_ID} className="admin-nav" aria-label={adminNavMessages.label}>
      <ul>
        {PLACES.map(({ to, name }) => (
          <li key={to}>
            <Link to={to} aria-current={isWithin(to, pathname) ? 'page' : undefined} onClick={onChoose}>
              {name}
              {isIn && to === paths.adminAttention && <AttentionCount />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

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
