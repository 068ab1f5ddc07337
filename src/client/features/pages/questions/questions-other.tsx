import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import {
  complaintDays,
  defaultCommissionPercent,
  defaultReferralDiscountPercent,
  refererMinimumAge,
} from '#shared/limits.ts'
import { formatPounds } from '#shared/money/money.ts'
import type { Question } from './question.ts'

export const otherQuestions: Question[] = [
  {
    id: 'my-data',
    heading: 'What do you know about me, and can I have a copy?',
    content: (
      <p>
        What the <Link to={paths.privacyPolicy}>privacy policy</Link> lists. “Download my data” on{' '}
        <Link to={paths.account}>your account page</Link> gives you all of it as one file, at once.
      </p>
    ),
    also: 'GDPR export subject access request personal data privacy',
  },
  {
    id: 'delete-account',
    heading: 'How do I delete my account?',
    content: (
      <p>
        With “Erase my account” at the end of <Link to={paths.account}>your account page</Link>. It happens at
        once and cannot be undone: films close, also those you have paid for. Invoices are kept as long as tax
        law wants. A payment, refund or dispute that is not settled delays it.
      </p>
    ),
    also: 'erase remove close GDPR forget',
  },
  {
    id: 'no-news',
    heading: 'How do I stop your news by email?',
    content: (
      <p>
        With the link in every such mail, or under News on <Link to={paths.account}>your account page</Link>.
        Mails about your own orders and account still come.
      </p>
    ),
    also: 'unsubscribe newsletter marketing spam',
  },
  {
    id: 'clubs',
    heading: 'I run a club or school. Can our members have a discount?',
    content: (
      <>
        <p>
          Yes. Become a <Link to={paths.refererRegister}>referer</Link>: whoever buys with your code pays{' '}
          {defaultReferralDiscountPercent}% less, and you earn a commission of {defaultCommissionPercent}% of
          the net price on the first order of each new customer, both unless agreed otherwise. It costs
          nothing. The application asks for contact, business and bank details, and the applicant is{' '}
          {refererMinimumAge} or older; it is answered within 2-3 business days.
        </p>
        <p>
          The <Link to={paths.commissionTerms}>commission terms</Link> say what is paid and for which orders.
        </p>
      </>
    ),
    also: 'referer referral affiliate code flying school group rate become',
  },
  {
    id: 'referer-portal',
    heading: 'Where do I see what our code has earned?',
    content: (
      <p>
        In the <Link to={paths.refererPortal}>referer portal</Link>, with the code and your password: orders,
        commission, payouts and their papers, a poster for the noticeboard, and your contact and bank details.
        You see that an order was made, never by whom. A forgotten password is renewed{' '}
        <Link to={paths.forgotPassword('referer')}>here</Link>.
      </p>
    ),
    also: 'club secretary commission login code sign in statement treasurer',
  },
  {
    id: 'commission-paid',
    heading: 'When is commission paid, and what about VAT?',
    content: (
      <p>
        Each calendar quarter is added up in the first days of the next and then sent to the bank account in
        the portal. Less than {formatPounds(minimumPayoutPence)} is carried into the next. VAT-registered
        referers are paid VAT on top; with a self-billing agreement we write the invoice. When a buyer gets
        money back, the commission on it goes back in proportion.
      </p>
    ),
    also: 'payout referer club quarter bank self-billing invoice treasurer',
  },
  {
    id: 'complaint',
    heading: 'How do I complain?',
    content: (
      <p>
        Choose “A complaint” on the <Link to={`${paths.contact}?topic=complaint`}>contact page</Link>, or
        write by email or post. A person acknowledges it within {complaintDays} days.
      </p>
    ),
    also: 'complain unhappy dissatisfied ombudsman',
  },
]
