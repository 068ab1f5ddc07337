import { Navigate } from 'react-router'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Page, Row } from '../../ui/wrap.tsx'
import { ApplicationsSection } from './components/applications-section.tsx'
import { DashboardHead } from './components/dashboard-head.tsx'
import { RefererOverview } from './components/referer-overview.tsx'
import { SessionsSection } from './components/sessions-section.tsx'
import { failureText } from './failure-text.ts'
import { StepUpProvider } from './step-up.tsx'
import { useAdminSession } from './use-admin-session.ts'

/** The back office. Without a session there is nothing to see, only the way to the sign-in (requirements §2). */
export function AdminDashboardScreen() {
  const { check, signOut } = useAdminSession()
  if (check.data?.valid) {
    return (
      <StepUpProvider>
        <Page>
          <DashboardHead adminEmail={check.data.adminEmail ?? ''} onSignOut={signOut} />
          <RefererOverview />
          <ApplicationsSection />
          <SessionsSection />
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
