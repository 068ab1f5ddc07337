import { Action } from './components/action.tsx'
import { Layout } from './components/layout.tsx'
import { Paragraph, Paragraphs, Quiet, Subheading } from './components/text.tsx'
import { hello, listOf, longDate, pounds } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'refund-request'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  orderId: 'ord_7Q2M9',
  stage: 'exchanged',
  invoiceNumber: 'INV-000123',
  titles: ['Navigation'],
  amountPence: null,
  exchangeFor: 'Meteorology',
  exchangeUntil: '2027-02-21T10:42:00.000Z',
  dueAt: null,
  words: 'No harm done. Good luck with the exam.',
}

const TITLES: Record<Props['stage'], string> = {
  received: 'Your request has arrived',
  granted: 'Your request is granted',
  exchanged: 'Your film is exchanged',
  declined: 'Your request is declined',
}

export function subject({ stage, invoiceNumber }: Props): string {
  return `${TITLES[stage]} (${invoiceNumber})`
}

function asked({ titles, amountPence, exchangeFor }: Props): string {
  if (exchangeFor !== null) return `You asked for ${exchangeFor} in place of ${listOf(titles)}.`
  const sum = amountPence === null ? 'your money' : pounds(amountPence)
  return `You asked for ${sum} back for ${listOf(titles)}.`
}

function outcome(props: Props): string {
  const { stage, titles, amountPence, exchangeFor, exchangeUntil, dueAt } = props
  switch (stage) {
    case 'received':
      return dueAt === null
        ? `${asked(props)} The instructor reads it and answers by email.`
        : `${asked(props)} You cancel within the 14 days, so the money goes back by ${longDate(dueAt)}.`
    case 'granted':
      return `We ask our payment provider to send ${amountPence === null ? 'the money' : pounds(amountPence)} for ${listOf(titles)} back the way it came. Once it is sent, another email brings the credit note.`
    case 'exchanged':
      return `${exchangeFor} is open to you${exchangeUntil === null ? '' : ` until ${longDate(exchangeUntil)}`}, and ${listOf(titles)} is closed. The price is the same, so the invoice stays as it is.`
    case 'declined':
      return `${asked(props)} The answer is no.`
  }
}

/** That a request for a refund or an exchange has arrived, or its answer. */
export function RefundRequest(props: Props) {
  const { site, username, orderId, stage, words } = props
  return (
    <Layout
      site={site}
      title={TITLES[stage]}
      preview={outcome(props)}
      reason="You get this email because a refund or an exchange was asked for with your account."
    >
      <Paragraph>
        {hello(username)} {outcome(props)}
      </Paragraph>
      {words !== null && (
        <>
          <Subheading>What the instructor writes</Subheading>
          <Paragraphs text={words} />
        </>
      )}
      <Action
        href={`${site.publicUrl}/account/order?order=${encodeURIComponent(orderId)}`}
        label={stage === 'exchanged' ? 'See the order' : 'See the request'}
      />
      {stage === 'received' && <Quiet>Until it is answered you can withdraw it there.</Quiet>}
      {stage === 'declined' && (
        <Quiet>
          If you disagree, reply to this email, or complain on the contact page: a person looks at it again.
          Your statutory rights stay as they are.
        </Quiet>
      )}
    </Layout>
  )
}
