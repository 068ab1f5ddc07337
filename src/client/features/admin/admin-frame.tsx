import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, matchPath, Navigate, useLocation } from 'react-router'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { OFFICE_HEAD_ID } from '#client/site/site-area.ts'
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
  /** The way back, over the title. */
  above?: ReactNode
  title: string
  /** Shown for the title once it is known who is in. */
  heading?: ReactNode
  /** Buttons of this screen, beside its title. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * Every screen of the back office: who is in, where one can go, and the question for a new code where an act wants
 * one. Without a session there is only the way to the sign-in (requirements §2); while it is asked for, and when it
 * cannot be, the head stands already.
 */
export function AdminFrame({ above, title, heading, actions, children }: AdminFrameProps) {
  const { check, signOut } = useAdminSession()
  if (check.data && !check.data.valid) return <Navigate to={paths.adminLogin} replace />
  const isIn = check.data !== undefined
  return (
    <StepUpProvider>
      <Page>
        <AdminHead
          above={above}
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
  above?: ReactNode
  title: ReactNode
  actions?: ReactNode
  adminEmail: string
  /** Absent until it is known who is in. */
  onSignOut?: () => Promise<void>
}

/** In the header of the page the places, who is in and the way out, which on a phone are a menu; below it what this screen is. */
function AdminHead({ above, title, actions, adminEmail, onSignOut }: AdminHeadProps) {
  const leave = useMutation({
    mutationFn: async () => onSignOut?.(),
    onError: (error) => toast({ title: failureText(error, networkMessages.failed), tone: 'bad' }),
  })
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <>
      <InHeader>
        <Button
          size="sm"
          className="admin-menu"
          aria-expanded={isMenuOpen}
          aria-controls={PLACES_ID}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          {adminNavMessages.label}
        </Button>
        <div className={clsx('admin-who', !isMenuOpen && 'admin-closed')}>
          <Link className="link" to={paths.home}>
            {adminNavMessages.home}
          </Link>
          <span className="quiet small">
            <EmailText email={adminEmail} />
          </span>
          {onSignOut && (
            <Button size="sm" loading={leave.isPending} onClick={() => leave.mutate()}>
              Log out
            </Button>
          )}
        </div>
        <AdminNav isIn={adminEmail !== ''} isOpen={isMenuOpen} onChoose={() => setMenuOpen(false)} />
      </InHeader>
      <div className="admin-top">
        {above && <p>{above}</p>}
        <h1>{title}</h1>
        {actions && <div className="admin-acts">{actions}</div>}
      </div>
    </>
  )
}

/** The header of the page stands outside the screen, and before it. */
function InHeader({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setPlace(document.getElementById(OFFICE_HEAD_ID)), [])
  return place ? createPortal(children, place) : children
}

const PLACES_ID = 'admin-places'

const PLACES = [
  { to: paths.admin, name: adminNavMessages.dashboard },
  { to: paths.adminAttention, name: adminNavMessages.attention },
  { to: paths.adminOrders, name: adminNavMessages.orders },
  { to: paths.adminQuestions, name: adminNavMessages.questions },
  { to: paths.adminPayouts, name: adminNavMessages.payouts },
  { to: paths.adminClubs, name: adminNavMessages.clubs },
  { to: paths.adminReports, name: adminNavMessages.reports },
  { to: paths.adminBookkeeping, name: adminNavMessages.bookkeeping },
  { to: paths.adminCatalog, name: adminNavMessages.catalog },
  { to: paths.bulkEmail, name: adminNavMessages.bulkEmail },
  { to: paths.adminOperations, name: adminNavMessages.operations },
  { to: paths.adminSecurity, name: adminNavMessages.security },
] as const

type AdminNavProps = { isIn: boolean; isOpen: boolean; onChoose: () => void }

/** The screens of the back office there are. An order's own screen still marks Orders as the place one is in, and the preview of all emails Bulk email. */
function AdminNav({ isIn, isOpen, onChoose }: AdminNavProps) {
  const { pathname } = useLocation()
  return (
    <nav
      id={PLACES_ID}
      className={clsx('admin-nav', !isOpen && 'admin-closed')}
      aria-label={adminNavMessages.label}
    >
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
