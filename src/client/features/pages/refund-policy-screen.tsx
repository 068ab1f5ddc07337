import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { complaintDays } from '#shared/limits.ts'
import { PolicyPage, type PolicySection } from './components/policy-page.tsx'
import { SellerEmail } from './components/seller.tsx'

/** Requirements §10: case by case, beside the rights that cannot be excluded. */
export function RefundPolicyScreen() {
  return (
    <PolicyPage
      title="Refund Policy"
      changed="21 November 2026"
      lede="Refunds are looked at case by case. That stands beside your statutory rights and takes nothing from them."
      sections={sections}
    />
  )
}

const sections: readonly PolicySection[] = [
  {
    id: 'cancel',
    heading: 'The 14-day right to cancel',
    content: (
      <>
        <p>
          A consumer who buys at a distance may cancel within 14 days (Consumer Contracts Regulations 2013).
          Films open at once. So before paying you are asked to say that they may, and that you know the right
          to cancel ends with that (regulation 37 of those). The confirmation email repeats it.
        </p>
        <p>
          If you paid without saying so, you keep the 14&nbsp;days: tell us within them that you cancel, in
          any words, and all that you paid goes back to you, at the latest 14&nbsp;days after you have told
          us. The confirmation email says which of the two it is.
        </p>
      </>
    ),
  },
  {
    id: 'faulty',
    heading: 'A film that is not as it should be',
    content: (
      <p>
        Digital content must be of satisfactory quality, fit for its purpose and as described (Consumer Rights
        Act 2015, sections 34 to 36). If it is not, you can ask for it to be put right, and, where that cannot
        be done within a reasonable time, for some or all of the price back. Nothing on this page takes that
        from you.
      </p>
    ),
  },
  {
    id: 'other-reasons',
    heading: 'Any other reason',
    content: (
      <p>
        Bought the wrong film, had to stop flying: write. There is no rule that says yes or no in advance;
        what was watched and how long ago it was bought count. Money that was paid for an order that had been
        cancelled, or for a film that was open to you already, is sent back by itself.
      </p>
    ),
  },
  {
    id: 'how',
    heading: 'How to ask',
    content: (
      <p>
        Use the <Link to={`${paths.contact}?topic=payment`}>contact form</Link> or write to <SellerEmail />,
        from the address of your account, with the invoice number and the reason. Money goes back the way it
        came, with a credit note by email; banks mostly take 5 to 10 working days to show it. The refunded
        film closes.
      </p>
    ),
  },
  {
    id: 'disagree',
    heading: 'If we disagree',
    content: (
      <p>
        Say so, and a person looks at it again: see{' '}
        <Link to={`${paths.contact}?topic=complaint`}>complaints</Link>, which are acknowledged within{' '}
        {complaintDays} days. <a href="https://www.citizensadvice.org.uk">Citizens&nbsp;Advice</a> tells you
        where you stand. You can always go to court.
      </p>
    ),
  },
]
