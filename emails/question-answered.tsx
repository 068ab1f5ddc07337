import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Paragraphs, Quiet, Subheading } from './components/text.tsx'
import { hello, longDate } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'question-answered'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  title: 'Navigation',
  positionSeconds: 78,
  question: 'Why is the greatest drift wind over airspeed times 60?',
  askedAt: '2026-11-21T10:42:00.000Z',
  answer:
    'For small angles the sine is nearly the angle itself, and 1 in 60 is one degree.\nDraw it once and you see it.',
}

export function subject({ title }: Props): string {
  return `Your question about ${title}`
}

/** "1:18" */
function placeOf(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** The instructor's answer to a question at a second of a video. */
export function QuestionAnswered({
  site,
  username,
  title,
  positionSeconds,
  question,
  askedAt,
  answer,
}: Props) {
  const place = `${title}, ${placeOf(positionSeconds)}`
  return (
    <Layout
      site={site}
      title="An answer from the instructor"
      preview={`To your question at ${place}.`}
      reason="You get this email because you asked the instructor beside a film."
    >
      <Paragraph>
        {hello(username)} On {longDate(askedAt)} you asked at {place}:
      </Paragraph>
      <Paragraphs text={question} />
      <Subheading>The answer</Subheading>
      <Paragraphs text={answer} />
      <Action href={`${site.publicUrl}/dashboard`} label="Go to My Videos" />
      <Quiet>Question and answer stand beside the film, at that second.</Quiet>
    </Layout>
  )
}
