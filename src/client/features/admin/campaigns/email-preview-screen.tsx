import { Link } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { bulkEmailMessages, emailPreviewMessages } from '#shared/messages/campaigns.ts'
import { EmailGallery } from './components/email-gallery.tsx'

/** Every mail of the shop with sample data (requirements §2). */
export function EmailPreviewScreen() {
  return (
    <AdminFrame
      title={emailPreviewMessages.title}
      actions={
        <Button size="sm" asChild>
          <Link to={paths.bulkEmail}>{bulkEmailMessages.title}</Link>
        </Button>
      }
    >
      <EmailGallery />
    </AdminFrame>
  )
}
