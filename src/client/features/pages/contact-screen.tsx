import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { Box, Page, TwoColumns } from '#client/ui/layout.tsx'
import { complaintDays } from '#shared/limits.ts'
import { ContactForm } from './components/contact-form.tsx'
import { MessageSent } from './components/message-sent.tsx'
import { SellerAddress } from './components/seller.tsx'
import type { SentMessage } from './use-contact-form.ts'

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
