import type { PageData } from '#client/site/page-data.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { DataTable } from '#client/ui/data-table.tsx'
import { complaintDays, minimumAge } from '#shared/limits.ts'
import { AnalyticsChoice } from './analytics-choice.tsx'
import { PolicyPage } from './policy-page.tsx'
import { type PrivacyRow, purposes, retention, storedThings } from './privacy-tables.ts'
import { emailLink, SellerAddress } from './seller.tsx'

/** Twelve sections, as Articles 13 and 14 of the UK GDPR ask (requirements §2.4, §10). */
export function PrivacyPolicyScreen() {
  return (
    <PolicyPage
      title="Privacy Policy"
      changed="23 November 2026"
      lede="What the shop keeps about you, why, for how long, and what you can do about it."
      text={textFor(usePageData())}
      parts={PARTS}
    />
  )
}

const PARTS = {
  address: <SellerAddress />,
  analytics: <AnalyticsChoice />,
  purposes: <Table caption="Purposes and legal bases" headings={['Purpose', 'Basis']} rows={purposes} />,
  stored: <Table caption="Kept in your browser" headings={['Name', 'What for']} rows={storedThings} isCode />,
  retention: <Table caption="How long data is kept" headings={['What', 'How long']} rows={retention} />,
}

type TableProps = { caption: string; headings: [string, string]; rows: PrivacyRow[]; isCode?: boolean }

function Table({ caption, headings: [first, second], rows, isCode = false }: TableProps) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ what }) => what}
      columns={[
        {
          heading: first,
          rowHeading: true,
          cell: ({ what }) => (isCode ? <span className="code">{what}</span> : what),
        },
        { heading: second, cell: ({ text }) => text },
      ]}
    />
  )
}

const textFor = (data: PageData) => `
# controller: Who is responsible
The controller under the UK GDPR and the Data Protection Act 2018 is the seller:

{address}

# what: What we collect
- Your account: username, email address, a hash of the password (which nobody can read back); for a business
  its details and VAT number.
- Your orders: films, prices, discounts, referral code, what you agreed to, the invoice.
- Your payment: amount, method, fee, refunds, what you asked back and why, disputes, Stripe’s numbers for them, and the card’s last
  four digits. Never the whole card number.
- Your watching: how far you are in each film, which parts were played and when last, the notes you write beside it, exam dates you enter, and
  when access ends. What you search for in films and notes is answered and not kept.
- Your questions to the instructor: film, second, words and answer. The instructor may write a note for everybody
  from an answer; it does not name you, and stays.
- Your sessions: when you signed in and with which browser; for a while the network address, to count tries.
- Referers: contact and business details, bank account (encrypted), commission and payouts.
- What you write to us: name, address, message, and the account where you were signed in. A complaint is
  noted in the log as well, by its reference.
- Which mails were sent to you, and whether your address refuses news or could not be reached.

# why: Why, and on what legal basis
The letters are those of Article 6(1) of the UK GDPR.

{purposes}

# browser: What is kept in your browser
{stored}

Beside these the browser keeps copies of the shop’s own files, as of any site, among them a page that says
that you are offline. They hold nothing about you.

All of it is needed for what you asked for, so the law wants no consent for it (PECR, regulation 6). None of
it follows you to other sites. Stripe sets cookies of its own at the checkout, against fraud.

{analytics}

# who-else: Who else sees it
Stripe, for payments; Klarna or Revolut, if you pay with them; your bank. Where your bank disputes a payment
at your word, Stripe and the bank get what belongs to that order: the invoice, what you agreed to, when the
films were opened and watched, and what was written. The companies that run our server,
keep the films and deliver our mail, on our instructions. Whoever counts visits, only if you have agreed.
HMRC and our accountant, as far as tax law requires it. Data is never sold.

A referer sees that an order was made with their code and the commission on it, never who made it.

# where: Where it is kept
In the UK or the EU. Stripe also works in other countries, under the safeguards that UK law asks for; its
own privacy policy names them.

# how-long: For how long
{retention}

# rights: Your rights
You can ask for a copy of your data, have it corrected, erased, restricted or handed over in a form that
machines read, and object to what rests on legitimate interests. Your account page downloads your data and
erases your account by itself. For anything else [write to us](${paths.contact}?topic=privacy) or to
${emailLink(data)}, from the address of your account. You are answered within one month, free of charge.

Erasure is done at once. Invoices keep what tax law wants, and the accounts keep the sums under a number in
place of your name. A dispute or a payout that is still open delays it until it is settled. No decision
about you is made by a machine alone.

# news: News by email
Buyers may get news about similar films, unless they have said no at the checkout or since; people who have
only registered get it when they have said yes (PECR, regulation 22). Every such mail can be unsubscribed
from with one click. Referers are written to as partners in a contract.

# security: How it is protected
Passwords are kept as argon2id hashes, session tokens as hashes, bank numbers encrypted. Administrators sign
in with a second factor, and what they change is logged. If something goes wrong that puts you at risk, you
and the Information Commissioner are told, as the law wants.

# age: Age
The shop is not for people under ${minimumAge}. If one has registered,
[write](${paths.contact}?topic=privacy), and the account is deleted.

# complaints: Complaints and changes
A complaint about how your data is handled goes into [the form on the contact
page](${paths.contact}?topic=complaint) or to ${emailLink(data)}. A person acknowledges it within
${complaintDays} days and answers it without undue delay. You can also complain to the Information
Commissioner’s Office, at [ico.org.uk](https://ico.org.uk/make-a-complaint/) or on 0303\u00a0123\u00a01113.

Changes are published here, with their date; important ones are mailed to account holders.
`
