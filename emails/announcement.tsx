import { Action } from './components/action.tsx'
import { BulkFrame } from './components/bulk-frame.tsx'
import { Paragraphs, Title } from './components/text.tsx'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'announcement'>
type Content = Pick<Props, 'title' | 'message' | 'ctaText' | 'ctaUrl'>

export const PreviewProps: Props = {
  site: previewSite,
  unsubscribeUrl: `${previewSite.publicUrl}/api/unsubscribe/k3Jx0vQm8rT1yLw5`,
  title: 'The shop is closed for a week',
  message: 'From 1 to 8 December nobody answers mail.\n\nThe films play as ever.',
  ctaText: 'See the films',
  ctaUrl: `${previewSite.publicUrl}/#videos`,
}

export function subject({ title }: Content): string {
  return title
}

/** What the back office fills into the HTML field. The button is there when it has a place to lead to. */
export function AnnouncementContent({ title, message, ctaText, ctaUrl }: Content) {
  return (
    <>
      <Title>{title}</Title>
      <Paragraphs text={message} />
      {ctaUrl !== null && <Action href={ctaUrl} label={ctaText ?? 'Read more'} />}
    </>
  )
}

export function Announcement({ site, unsubscribeUrl, ...content }: Props) {
  return (
    <BulkFrame site={site} title={subject(content)} unsubscribeUrl={unsubscribeUrl}>
      <AnnouncementContent {...content} />
    </BulkFrame>
  )
}
