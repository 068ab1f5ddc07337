import { BulkFrame } from './components/bulk-frame.tsx'
import { Paragraphs, Title } from './components/text.tsx'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'newsletter'>
type Content = Pick<Props, 'month' | 'year' | 'content'>

export const PreviewProps: Props = {
  site: previewSite,
  unsubscribeUrl: `${previewSite.publicUrl}/api/unsubscribe/k3Jx0vQm8rT1yLw5`,
  month: 'November',
  year: '2026',
  content:
    'Fog season is here, and so is a new chapter in Meteorology.\n\nThe exam centres close from 20 December to 4 January.',
}

export function subject({ month, year }: Content): string {
  return `News of ${month} ${year}`
}

/** What the back office fills into the HTML field. */
export function NewsletterContent({ month, year, content }: Content) {
  return (
    <>
      <Title>
        News of {month} {year}
      </Title>
      <Paragraphs text={content} />
    </>
  )
}

export function Newsletter({ site, unsubscribeUrl, ...content }: Props) {
  return (
    <BulkFrame site={site} title={subject(content)} unsubscribeUrl={unsubscribeUrl}>
      <NewsletterContent {...content} />
    </BulkFrame>
  )
}
