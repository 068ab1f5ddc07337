import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { ApplicationsSection } from '#client/features/admin/applications/applications-section.tsx'
import { ToCheck } from '#client/features/admin/payouts/review-notes.tsx'
import { adminNavMessages } from '#shared/messages/admin.ts'
import { RefererFigures, RefererOverview } from './referer-overview.tsx'

/** All clubs, and all who want or wanted to become one. */
export function ClubsScreen() {
  return (
    <AdminFrame title={adminNavMessages.clubs}>
      <RefererFigures />
      <ToCheck />
      <RefererOverview />
      <ApplicationsSection />
    </AdminFrame>
  )
}
