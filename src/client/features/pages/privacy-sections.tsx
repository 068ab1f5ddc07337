import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { complaintDays, minimumAge } from '#shared/limits.ts'
import { AnalyticsChoice } from './components/analytics-choice.tsx'
import type { PolicySection } from './components/policy-page.tsx'
import { SellerAddress, SellerEmail } from './components/seller.tsx'
import { purposes, retention, storedThings } from './privacy-tables.ts'

export const privacySections: readonly PolicySection[] = [
  {
    id: 'controller',
    heading: 'Who is responsible',
    content: (
      <>
        <p>The controller under the UK GDPR and the Data Protection Act 2018 is the seller:</p>
        <SellerAddress />
      </>
    ),
  },
  {
    id: 'what',
    heading: 'What we collect',
    content: (
      <ul>
        <li>
          Your account: username, email address, a hash of the password (which nobody can read back); for a
          business its details and VAT number.
        </li>
        <li>Your orders: films, prices, discounts, referral code, what you agreed to, the invoice.</li>
        <li>
          Your payment: amount, method, fee, refunds, disputes, and Stripe’s numbers for them. Never the card
          number.
        </li>
        <li>
          Your watching: how far you are in each film, when you last played it, the notes you write beside it,
          and when access ends.
        </li>
        <li>
          Your sessions: when you signed in and with which browser; for a while the network address, to count
          tries.
        </li>
        <li>Referers: contact and business details, bank account (encrypted), commission and payouts.</li>
        <li>
          What you write to us: name, address, message, and the account where you were signed in. A complaint
          is noted in the log as well, by its reference.
        </li>
        <li>Which mails were sent to you, and whether your address refuses news or could not be reached.</li>
      </ul>
    ),
  },
  {
    id: 'why',
    heading: 'Why, and on what legal basis',
    content: (
      <>
        <p>The letters are those of Article 6(1) of the UK GDPR.</p>
        <DataTable
          caption="Purposes and legal bases"
          rows={purposes}
          rowKey={({ purpose }) => purpose}
          columns={[
            { heading: 'Purpose', rowHeading: true, cell: ({ purpose }) => purpose },
            { heading: 'Basis', cell: ({ basis }) => basis },
          ]}
        />
      </>
    ),
  },
  {
    id: 'browser',
    heading: 'What is kept in your browser',
    content: (
      <>
        <DataTable
          caption="Kept in your browser"
          rows={storedThings}
          rowKey={({ name }) => name}
          columns={[
            { heading: 'Name', rowHeading: true, cell: ({ name }) => <span className="code">{name}</span> },
            { heading: 'What for', cell: ({ purpose }) => purpose },
          ]}
        />
        <p>
          Beside these the browser keeps copies of the shop’s own files, as of any site, among them a page
          that says that you are offline. They hold nothing about you.
        </p>
        <p>
          All of it is needed for what you asked for, so the law wants no consent for it (PECR, regulation 6).
          None of it follows you to other sites. Stripe sets cookies of its own at the checkout, against
          fraud.
        </p>
        <AnalyticsChoice />
      </>
    ),
  },
  {
    id: 'who-else',
    heading: 'Who else sees it',
    content: (
      <>
        <p>
          Stripe, for payments; Klarna or Revolut, if you pay with them; your bank. The companies that run our
          server, keep the films and deliver our mail, on our instructions. Whoever counts visits, only if you
          have agreed. HMRC and our accountant, as far as tax law requires it. Data is never sold.
        </p>
        <p>
          A referer sees that an order was made with their code and the commission on it, never who made it.
        </p>
      </>
    ),
  },
  {
    id: 'where',
    heading: 'Where it is kept',
    content: (
      <p>
        In the UK or the EU. Stripe also works in other countries, under the safeguards that UK law asks for;
        its own privacy policy names them.
      </p>
    ),
  },
  {
    id: 'how-long',
    heading: 'For how long',
    content: (
      <DataTable
        caption="How long data is kept"
        rows={retention}
        rowKey={({ what }) => what}
        columns={[
          { heading: 'What', rowHeading: true, cell: ({ what }) => what },
          { heading: 'How long', cell: ({ howLong }) => howLong },
        ]}
      />
    ),
  },
  {
    id: 'rights',
    heading: 'Your rights',
    content: (
      <>
        <p>
          You can ask for a copy of your data, have it corrected, erased, restricted or handed over in a form
          that machines read, and object to what rests on legitimate interests. Your account page downloads
          your data and erases your account by itself. For anything else{' '}
          <Link to={`${paths.contact}?topic=privacy`}>write to us</Link> or to <SellerEmail />, from the
          address of your account. You are answered within one month, free of charge.
        </p>
        <p>
          Erasure is done at once. Invoices keep what tax law wants, and the accounts keep the sums under a
          number in place of your name. A dispute or a payout that is still open delays it until it is
          settled. No decision about you is made by a machine alone.
        </p>
      </>
    ),
  },
  {
    id: 'news',
    heading: 'News by email',
    content: (
      <p>
        Buyers may get news about similar films, unless they have said no at the checkout or since; people who
        have only registered get it when they have said yes (PECR, regulation 22). Every such mail can be
        unsubscribed from with one click. Referers are written to as partners in a contract.
      </p>
    ),
  },
  {
    id: 'security',
    heading: 'How it is protected',
    content: (
      <p>
        Passwords are kept as argon2id hashes, session tokens as hashes, bank numbers encrypted.
        Administrators sign in with a second factor, and what they change is logged. If something goes wrong
        that puts you at risk, you and the Information Commissioner are told, as the law wants.
      </p>
    ),
  },
  {
    id: 'age',
    heading: 'Age',
    content: (
      <p>
        The shop is not for people under {minimumAge}. If one has registered,{' '}
        <Link to={`${paths.contact}?topic=privacy`}>write</Link>, and the account is deleted.
      </p>
    ),
  },
  {
    id: 'complaints',
    heading: 'Complaints and changes',
    content: (
      <>
        <p>
          A complaint about how your data is handled goes into{' '}
          <Link to={`${paths.contact}?topic=complaint`}>the form on the contact page</Link> or to{' '}
          <SellerEmail />. A person acknowledges it within {complaintDays} days and answers it without undue
          delay. You can also complain to the Information Commissioner’s Office, at{' '}
          <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a> or on{' '}
          <span className="one-line">0303 123 1113</span>.
        </p>
        <p>Changes are published here, with their date; important ones are mailed to account holders.</p>
      </>
    ),
  },
]
