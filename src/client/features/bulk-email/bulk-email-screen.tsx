import { Link } from 'react-router'
import { bulkEmailMessages, emailPreviewMessages } from '#shared/messages/bulk-email.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/button.tsx'
import { AdminFrame } from '../admin/admin-frame.tsx'
import { MailingDesk } from './components/mailing-desk.tsx'

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
      <MailingDesk />
    </AdminFrame>
  )
}
