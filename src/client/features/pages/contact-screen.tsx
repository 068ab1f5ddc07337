import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Box, Page, Row, TwoColumns } from '#client/ui/layout.tsx'
import { complaintDays } from '#shared/limits.ts'
import { contactMessages } from '#shared/messages/contact.ts'
import { ContactForm, type SentMessage } from './contact-form.tsx'
import { SellerAddress } from './seller.tsx'

export function ContactScreen() {
  const [sent, setSent] = useState<SentMessage | null>(null)
  const [isAnother, setAnother] = useState(false)

  function writeAnother() {
    setAnother(true)
    setSent(null)
  }

  return (
    <Page>
      <h1>Contact</h1>
      <p className="lede">One instructor makes these films, sells them and answers the mail.</p>
      <TwoColumns aside={<OtherWays />} asideLabel="Other ways to write">
        <Box>
          {sent === null ? (
            <ContactForm onSent={setSent} isAnother={isAnother} />
          ) : (
            <MessageSent sent={sent} onAnother={writeAnother} />
          )}
        </Box>
      </TwoColumns>
    </Page>
  )
}

function OtherWays() {
  return (
    <Box>
      <div className="prose">
        <h2 className="side-heading">By email or by post</h2>
        <SellerAddress />
        <h2 className="side-heading">So that one answer is enough</h2>
        <ul>
          <li>Write from the address of your account, or name it.</li>
          <li>For a payment or an invoice, give the invoice number from the email.</li>
          <li>
            For a film that does not play, name the film and add the report of the{' '}
            <Link to={paths.check}>playback check</Link>.
          </li>
        </ul>
        <h2 className="side-heading" id="complaints">
          Complaints
        </h2>
        <p>
          Choose “A complaint” in the form, or write by email or post. Say what went wrong and what would put
          it right. A person reads every complaint and acknowledges it within {complaintDays} days. How your
          data is handled is in the <Link to={paths.privacyPolicy}>privacy policy</Link>, and what you can ask
          back in the <Link to={paths.refundPolicy}>refund policy</Link>.
        </p>
      </div>
    </Box>
  )
}

type MessageSentProps = { sent: SentMessage; onAnother: () => void }

/** What happens next, and what was written: nothing is mailed to an address that is not confirmed. */
function MessageSent({ sent, onAnother }: MessageSentProps) {
  const { written, answer } = sent
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="prose">
      <h2 ref={heading} tabIndex={-1}>
        {contactMessages.sentTitle}
      </h2>
      <p>
        Its reference is <strong className="code">{answer.reference}</strong>. The instructor reads it and
        answers by email to <strong>{written.email}</strong>.
      </p>
      {answer.acknowledgedBy !== null && (
        <p>A person acknowledges your complaint by {formatDay(answer.acknowledgedBy)}.</p>
      )}
      <p>
        {answer.isAcknowledged
          ? 'A receipt with this reference goes to the address of your account. It does not repeat what you wrote, which stands here.'
          : 'No copy is mailed, because nobody has confirmed that address. What you wrote stands here, to print or copy.'}
      </p>
      <blockquote className="written">{written.message}</blockquote>
      <Row className="no-print">
        <Button onClick={onAnother}>Write another</Button>
      </Row>
    </div>
  )
}
