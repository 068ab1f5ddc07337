import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import { cartMessages } from '#shared/messages/cart.ts'
import type { Question } from './question.ts'

export const buyingQuestions: Question[] = [
  {
    id: 'safe',
    heading: 'Is it safe to pay here?',
    content: (
      <p>
        The payment form is Stripe’s, a payment company that many shops use: your card number goes to Stripe
        and never reaches this site. Your bank may ask you to confirm in its app. The sum on the button is the
        sum you pay, once. Who sells is at the foot of every page, with name and address.
      </p>
    ),
    also: 'secure trust scam card details fraud 3-D Secure',
  },
  {
    id: 'methods',
    heading: 'How can I pay?',
    content: (
      <p>
        By the major cards, Klarna or Revolut Pay, in pounds sterling. There is no subscription. Prices
        include VAT where the seller charges it, and the checkout shows how much.
      </p>
    ),
    also: 'visa mastercard amex apple pay google pay paypal instalments currency euro cost price',
  },
  {
    id: 'when-open',
    heading: 'When can I start watching?',
    content: (
      <p>
        As soon as the payment is confirmed; with a card that is usually at once. Before paying you are asked
        to agree to that, because the 14-day right to cancel ends when the films open. Other methods may take
        longer; the page after the payment says how it stands.
      </p>
    ),
    also: 'immediately access start instantly delivery',
  },
  {
    id: 'club-code',
    heading: 'I have a code from my club or school.',
    content: (
      <p>
        Open the cart, type it into the box “{cartMessages.codePlaceholder}” and press {cartMessages.apply}.
        Capitals do not matter. What it takes off is shown before you pay. An order takes one code, and it
        works together with the price of the complete package. A link from your club fills it in by itself.
      </p>
    ),
    also: 'referral discount promo voucher coupon',
  },
  {
    id: 'invoice',
    heading: 'Where is my invoice?',
    content: (
      <p>
        Attached to the email that confirms the purchase, and again on{' '}
        <Link to={paths.account}>your account page</Link>, where every invoice and credit note can be
        downloaded.
      </p>
    ),
    also: 'receipt PDF VAT document download',
  },
  {
    id: 'company-invoice',
    heading: 'I need an invoice for my company.',
    content: (
      <p>
        Tick “I need a full VAT invoice” at the checkout and give name and address. If you buy more than once,
        leave the details of the business, with its VAT number, on{' '}
        <Link to={paths.account}>your account page</Link>: they are filled in from there. An invoice that was
        made cannot be changed, so check it before you pay.
      </p>
    ),
    also: 'business VAT number employer school expense tax',
  },
  {
    id: 'refunds',
    heading: 'Can I have my money back?',
    content: (
      <p>
        Refunds are looked at case by case, beside your statutory rights. A film that is faulty is put right
        or paid back. The <Link to={paths.refundPolicy}>refund policy</Link> says what the law gives you, and
        how to ask.
      </p>
    ),
    also: 'refund return cancel money back complaint chargeback',
  },
  {
    id: 'fourteen-days',
    heading: 'Do I have 14 days to change my mind?',
    content: (
      <p>
        Until the films open, yes. They open as soon as they are paid, and before paying you are asked to say
        that you know the right to cancel ends with that; the button waits for it. If you paid without being
        asked, you keep the 14&nbsp;days. The email that confirms the purchase says which it is.
      </p>
    ),
    also: 'cancel cooling off right withdrawal fortnight',
  },
  {
    id: 'wrong-film',
    heading: 'I have put the wrong film in the cart.',
    content: (
      <p>
        Open the cart and press the button beside the film. If you have paid for the wrong one,{' '}
        <Link to={`${paths.contact}?topic=payment`}>write</Link> soon and before you watch it.
      </p>
    ),
    also: 'remove basket mistake delete bought twice',
  },
]
