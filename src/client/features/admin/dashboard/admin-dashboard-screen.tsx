import { Link } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { AnalyticsPanel } from '#client/features/admin/analytics/analytics-panel.tsx'
import { ApplicationsSection } from '#client/features/admin/applications/applications-section.tsx'
import { RefererOverview } from '#client/features/admin/referers/referer-overview.tsx'
import { ReportPanel } from '#client/features/admin/reports/report-panel.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { DashboardFigures } from './dashboard-figures.tsx'
import { ToDo } from './to-do.tsx'

/** The figures, what wants doing, then referers, what they earned and who wants to become one (requirements §2). */
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
      <DashboardFigures />
      <ToDo />
      <AnalyticsPanel />
      <RefererOverview brief />
      <ReportPanel />
      <ApplicationsSection brief />
    </AdminFrame>
  )
}
