import { Link } from 'react-router'
import { bulkEmailMessages, emailPreviewMessages } from '#shared/messages/bulk-email.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { AdminFrame } from '../admin/admin-frame.tsx'
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
