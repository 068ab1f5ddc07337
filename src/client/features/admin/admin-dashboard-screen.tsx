import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { AdminFrame } from './admin-frame.tsx'
import { ApplicationsSection } from './applications/applications-section.tsx'
import { RefererOverview } from './referers/referer-overview.tsx'
import { ReportPanel } from './reports/report-panel.tsx'

/** Referers, what they earned and who wants to become one (requirements §2). */
export function AdminDashboardScreen() {
  return (
    <AdminFrame
      title={adminDashboardMessages.title}
      actions={
        <Button size="sm" asChild>
          <Link to={paths.bulkEmail}>{adminDashboardMessages.bulkEmail}</Link>
        </Button>
      }
    >
      <RefererOverview />
      <ReportPanel />
      <ApplicationsSection />
    </AdminFrame>
  )
}
