import { BulkFrame } from './components/bulk-frame.tsx'
import type { EmailSite } from './props.ts'

type Props = {
  site: EmailSite
  subject: string
  /** Sanitised by the caller; it is inserted unchanged. */
  html: string
  reason: string
  unsubscribeUrl: string
}

/** A campaign as an admin wrote it, in the shop's frame. */
export function BulkMail({ site, subject, html, reason, unsubscribeUrl }: Props) {
  return (
    <BulkFrame site={site} title={subject} unsubscribeUrl={unsubscribeUrl} reason={reason}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for HTML that a person wrote, sanitised before */}
      <div className="ink" dangerouslySetInnerHTML={{ __html: html }} />
    </BulkFrame>
  )
}
