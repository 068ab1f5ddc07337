import { listOf, longDate, timeOfDay } from '#emails/format.ts'
import type { EmailProps } from '#emails/props.ts'
import { Paragraph, Quiet, Subheading } from './text.tsx'

/** Performance of a renewal begins with its term: until then the right stands, for 14 days at most. */
function endOfRight(videos: EmailProps<'purchase-confirmation'>['videos']): string {
  const renewed = videos.filter(({ startsAt }) => startsAt !== undefined).map(({ title }) => title)
  if (renewed.length === 0) return 'Your access began at once, so the 14-day right to cancel has ended.'
  const right = `For the renewal of ${listOf(renewed)} the 14-day right to cancel ends when the new term begins.`
  return renewed.length === videos.length ? right : `${right} What opened at once has it no longer.`
}

type Props = Pick<
  EmailProps<'purchase-confirmation'>,
  'site' | 'invoiceNumber' | 'orderedAt' | 'videos' | 'cancellation'
>

/**
 * The buyer's consent and its effect (Consumer Contracts Regulations 2013, regulations 16(3) and 37), or the
 * conditions, time limit and procedure of the right that is kept, with the model form of Schedule 3, part B.
 */
export function CancellationRight({ site, invoiceNumber, orderedAt, videos, cancellation }: Props) {
  const titles = listOf(videos.map((video) => video.title))

  if (cancellation.right === 'waived') {
    return (
      <>
        <Subheading>Your right to cancel</Subheading>
        <Paragraph>
          On {longDate(cancellation.agreedAt)} at {timeOfDay(cancellation.agreedAt)}, before paying, you
          agreed to this:
        </Paragraph>
        <Paragraph>“{cancellation.wording}”</Paragraph>
        <Paragraph>
          {endOfRight(videos)} What the law gives you when a film is faulty or not as described is untouched.
        </Paragraph>
      </>
    )
  }

  return (
    <>
      <Subheading>Your right to cancel</Subheading>
      <Paragraph>
        You keep your 14-day right to cancel this contract without giving a reason. It runs until the end of{' '}
        {longDate(cancellation.until)}. To use it, tell us clearly before then: reply to this email, or write
        to {site.name}, {site.address}, {site.email}. You may use the form below, but need not.
      </Paragraph>
      <Paragraph>
        We then pay back all you paid, within 14 days of hearing from you, by the means you paid with and
        without a fee, and the films close.
      </Paragraph>
      <Quiet>
        Cancellation form. To {site.name}, {site.address}, {site.email}: I hereby give notice that I cancel my
        contract for the supply of the following digital content: {titles} (invoice number {invoiceNumber}),
        ordered on {longDate(orderedAt)}. Name of consumer: … Address of consumer: … Signature of consumer
        (only on paper): … Date: …
      </Quiet>
    </>
  )
}
