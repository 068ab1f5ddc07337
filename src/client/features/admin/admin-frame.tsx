import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Page, Row } from '../../ui/wrap.tsx'
import { AdminHead } from './components/admin-head.tsx'
import { failureText } from './failure-text.ts'
import { StepUpProvider } from './step-up.tsx'
import { useAdminSession } from './use-admin-session.ts'

type AdminFrameProps = {
  title: string
  /** Buttons of this screen, beside the way home. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * Every screen of the back office: who is in, where one can go, and the question for a new code where an act wants
 * one. Without a session there is nothing to see, only the way to the sign-in (requirements §2).
 */
export function AdminFrame({ title, actions, children }: AdminFrameProps) {
  const { check, signOut } = useAdminSession()
  if (check.data?.valid) {
    return (
      <StepUpProvider>
        <Page>
          <AdminHead
            title={title}
            actions={actions}
            adminEmail={check.data.adminEmail ?? ''}
            onSignOut={signOut}
          />
          {children}
        </Page>
      </StepUpProvider>
    )
  }
  if (check.data) return <Navigate to={paths.adminLogin} replace />
  return (
    <Page>
      {check.isError ? (
        <Note tone="bad" actions={<Button onClick={() => void check.refetch()}>Try again</Button>}>
          {failureText(check.error, networkMessages.failed)}
        </Note>
      ) : (
        <Row role="status">
          <Spinner large />
          {adminDashboardMessages.verifying}
        </Row>
      )}
    </Page>
  )
}
