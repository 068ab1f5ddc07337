import { BulkFrame } from './components/bulk-frame.tsx'
import { Paragraphs, Title } from './components/text.tsx'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'course-update'>
type Content = Pick<Props, 'courseName' | 'updateDetails'>

export const PreviewProps: Props = {
  site: previewSite,
  unsubscribeUrl: `${previewSite.publicUrl}/api/unsubscribe/k3Jx0vQm8rT1yLw5`,
  courseName: 'Meteorology',
  updateDetails:
    'The chapter on fog is new: radiation fog, hill fog, and what the TAF does not tell you.\n\nIf the film is yours, it is there already.',
}

export function subject({ courseName }: Content): string {
  return `Course update: ${courseName}`
}

/** What the back office fills into the HTML field; the frame comes when it is sent. */
export function CourseUpdateContent({ courseName, updateDetails }: Content) {
  return (
    <>
      <Title>{courseName} has changed</Title>
      <Paragraphs text={updateDetails} />
    </>
  )
}

export function CourseUpdate({ site, unsubscribeUrl, ...content }: Props) {
  return (
    <BulkFrame site={site} title={subject(content)} unsubscribeUrl={unsubscribeUrl}>
      <CourseUpdateContent {...content} />
    </BulkFrame>
  )
}
