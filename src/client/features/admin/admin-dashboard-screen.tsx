import { Link } from 'react-router'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { paths } from '../../app/paths.ts'
import { findRoute } from '../../app/routes.tsx'
import { Button } from '../../ui/button.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { ApplicationsSection } from './components/applications-section.tsx'
import { RefererOverview } from './components/referer-overview.tsx'
import { ReportPanel } from './components/report-panel.tsx'

/** Referers, what they earned and who wants to become one (requirements §2). */
export function AdminDashboardScreen() {
  const hasBulkEmail = findRoute(paths.bulkEmail) !== null
  return (
    <AdminFrame
      title={adminDashboardMessages.title}
      actions={
        hasBulkEmail && (
          <Button size="sm" asChild>
            <Link to={paths.bulkEmail}>{adminDashboardMessages.bulkEmail}</Link>
          </Button>
        )
      }
    >
      <RefererOverview />
      <ReportPanel />
      <ApplicationsSection />
    </AdminFrame>
  )
}
