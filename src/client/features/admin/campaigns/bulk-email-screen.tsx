import { Link } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { bulkEmailMessages, emailPreviewMessages } from '#shared/messages/campaigns.ts'
import { CampaignManager } from './components/campaign-manager.tsx'

/** Writing to many, and what became of it (requirements §2). */
export function BulkEmailScreen() {
  return (
    <AdminFrame
      title={bulkEmailMessages.title}
      actions={
        <Button size="sm" asChild>
          <Link to={paths.emailPreview}>{emailPreviewMessages.title}</Link>
        </Button>
      }
    >
      <CampaignManager />
    </AdminFrame>
  )
}
