import { contactTopics } from '#shared/messages/contact.ts'
import { Layout } from './components/layout.tsx'
import { Paragraph, Paragraphs, Quiet, Subheading } from './components/text.tsx'
import { isMailable, longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'contact-message'>

export const PreviewProps: Props = {
  site: previewSite,
  reference: 'M-7F3A91C2',
  topic: 'complaint',
  name: 'Sam Reed',
  replyTo: 'sam.reed@example.com',
  invoiceNumber: 'INV-000123',
  message: 'The captions of Navigation run ten seconds late from chapter 3 on.\n\nI would like that mended.',
  account: { username: 'Sam', email: 'sam@example.com' },
  acknowledgedBy: '2026-12-21T10:42:00.000Z',
  at: '2026-11-21T10:42:00.000Z',
}

export function subject({ topic, reference, name }: Props): string {
  return `${contactTopics[topic]}: ${name} (${reference})`
}

/** A message from the contact page, for the instructor. A reply goes to the writer. */
export function ContactMessage(props: Props) {
  const { site, topic, name, replyTo, invoiceNumber, message, account, acknowledgedBy, reference, at } = props
  return (
    <Layout
      site={site}
      title={contactTopics[topic]}
      preview={`${name} wrote on the contact page.`}
      reason="You get this email because the contact page of this shop writes to this address."
      isForStaff
    >
      <Paragraph>
        {name} wrote on {longDate(at)} at {timeOfDay(at)}. Your reply goes to {replyTo}.
      </Paragraph>
      {acknowledgedBy !== null && (
        <Paragraph>
          <strong>A complaint. Acknowledge it by {longDate(acknowledgedBy)}.</strong>
        </Paragraph>
      )}
      <Subheading>What they wrote</Subheading>
      <Paragraphs text={message} />
      <Subheading>About the writer</Subheading>
      <Paragraph>
        {account === null
          ? 'Not signed in: name and address are as typed, and nobody has confirmed them.'
          : `Signed in${isMailable(account.username) ? ` as ${account.username}` : ''}: the confirmed address is ${account.email}.`}
        {invoiceNumber !== null && ` Invoice number as typed: ${invoiceNumber}.`}
      </Paragraph>
      <Quiet>Reference {reference}.</Quiet>
    </Layout>
  )
}
