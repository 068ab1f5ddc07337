import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { Page, Row } from '#client/ui/layout.tsx'
import { Spinner } from '#client/ui/spinner.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { AdminHead } from './admin-head.tsx'
import { FailedPart } from './parts/failed-part.tsx'
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

/** Who is in was not found out yet, or cannot be. */
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
