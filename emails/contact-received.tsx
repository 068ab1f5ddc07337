import { complaintDays } from '#shared/limits.ts'
import { Layout } from './components/layout.tsx'
import { Paragraph } from './components/text.tsx'
import { hello, longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'contact-received'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  reference: 'M-7F3A91C2',
  acknowledgedBy: '2026-12-21T10:42:00.000Z',
  at: '2026-11-21T10:42:00.000Z',
}

export function subject({ reference }: Props): string {
  return `Your message has arrived (${reference})`
}

/** An acknowledgement that repeats nothing of the message: it goes to the account, not to the address given. */
export function ContactReceived({ site, username, reference, acknowledgedBy, at }: Props) {
  return (
    <Layout
      site={site}
      title="Your message has arrived"
      preview={`Its reference is ${reference}.`}
      reason="You get this email because somebody who is signed in to your account wrote on the contact page."
    >
      <Paragraph>
        {hello(username)} The message you wrote on the contact page on {longDate(at)} at {timeOfDay(at)} is
        here. Its reference is {reference}. The instructor reads it, and answers to the address you gave with
        it.
      </Paragraph>
      {acknowledgedBy !== null && (
        <Paragraph>
          It is a complaint, so a person acknowledges it within {complaintDays} days: by{' '}
          {longDate(acknowledgedBy)}.
        </Paragraph>
      )}
    </Layout>
  )
}
