import { Link } from 'react-router'
import type { CatalogueTerms } from '#shared/catalogue.ts'
import { paths } from '../../app/paths.ts'
import { inWords } from '../../lib/format.ts'
import type { AccordionItem } from '../../ui/accordion.tsx'

type QuestionGroup = { id: string; heading: string; items: AccordionItem[] }

/** What people ask, in six groups. The terms are the catalogue's, so that the answers follow it. */
export function questionGroups(terms: CatalogueTerms): QuestionGroup[] {
  const single = `${inWords(terms.singleMonths)} calendar months`
  const bundle = inWords(terms.bundleMonths)
  return [
    {
      id: 'general',
      heading: 'General',
      items: [
        {
          value: 'what-are-they',
          heading: 'What are the films?',
          content: (
            <p>
              {inWords(terms.collectionSize)} theory films for the UK private pilot licence, one for each
              subject on the <Link to={paths.videos}>home page</Link>, made by one flying instructor. Each has
              chapters and captions.
            </p>
          ),
        },
        {
          value: 'is-it-enough',
          heading: 'Are they all I need for the exams?',
          content: (
            <p>
              No. They are a study aid. The licence has nine theory subjects, and theory training belongs to
              an approved or declared training organisation. The films make your lessons, books and papers
              easier to follow.
            </p>
          ),
        },
        {
          value: 'who-may-buy',
          heading: 'Who may use the shop?',
          content: <p>Anybody of 16 or older. Under 18, an adult pays.</p>,
        },
      ],
    },
    {
      id: 'account',
      heading: 'Account and access',
      items: [
        {
          value: 'confirm-address',
          heading: 'Why do I have to confirm my email address?',
          content: (
            <p>
              Invoices and password links go there. The link in the mail opens your account; if it does not
              arrive, look among the spam, then ask for another on the page that sent you there.
            </p>
          ),
        },
        {
          value: 'forgotten-password',
          heading: 'I have forgotten my password.',
          content: (
            <p>
              Ask for a link under <Link to={paths.forgotPassword()}>Forgotten password</Link>. It works once,
              for 15 minutes, and signs every device out.
            </p>
          ),
        },
        {
          value: 'how-long',
          heading: 'How long is a film open?',
          content: (
            <p>
              A film bought on its own is open for {single} from the day you buy it. All{' '}
              {inWords(terms.collectionSize)} bought together are open for {bundle}. The date stands on your
              dashboard and in the player. Then the film closes by itself.
            </p>
          ),
        },
        {
          value: 'extension',
          heading: 'Can the time be extended?',
          content: <p>No. You can buy a film again when it has closed; your place in it is kept.</p>,
        },
      ],
    },
    {
      id: 'payments',
      heading: 'Buying and payments',
      items: [
        {
          value: 'methods',
          heading: 'How can I pay?',
          content: (
            <p>
              By the major cards, Klarna or Revolut Pay, in pounds sterling. Stripe handles the payment; your
              card number never reaches this site.
            </p>
          ),
        },
        {
          value: 'club-code',
          heading: 'I have a code from my club.',
          content: (
            <p>
              Open the cart, type it under “Club code” and press Apply. What it takes off is shown before you
              pay.
            </p>
          ),
        },
        {
          value: 'rest-of-collection',
          heading: 'I own some films. What do the rest cost?',
          content: (
            <p>
              Their list price, and once for each student the discount for a complete collection comes off.
              The added films are open for {single} each; the longer term belongs to all{' '}
              {inWords(terms.collectionSize)} bought in one order.
            </p>
          ),
        },
        {
          value: 'invoice',
          heading: 'Where is my invoice?',
          content: (
            <p>
              It is attached to the email that confirms the purchase. For a full VAT invoice, give name and
              address at the checkout.
            </p>
          ),
        },
        {
          value: 'refunds',
          heading: 'Can I have my money back?',
          content: (
            <p>
              Refunds are looked at case by case, beside your statutory rights. The{' '}
              <Link to={paths.refundPolicy}>refund policy</Link> says how to ask.
            </p>
          ),
        },
      ],
    },
    {
      id: 'watching',
      heading: 'Dashboard and video access',
      items: [
        {
          value: 'where-are-my-films',
          heading: 'Where are my films?',
          content: (
            <p>
              Under <Link to={paths.dashboard()}>My Videos</Link>, with what you have watched of each and the
              date on which it closes.
            </p>
          ),
        },
        {
          value: 'place-kept',
          heading: 'Is my place kept?',
          content: <p>Yes, every few seconds, and on every device you sign in on.</p>,
        },
        {
          value: 'download',
          heading: 'Can I download a film?',
          content: (
            <p>
              No. Films are for watching here, with your account, as the{' '}
              <Link to={paths.licenceAgreement}>licence agreement</Link> says.
            </p>
          ),
        },
      ],
    },
    {
      id: 'troubleshooting',
      heading: 'Troubleshooting',
      items: [
        {
          value: 'does-not-play',
          heading: 'A film does not start.',
          content: (
            <p>
              Run the <Link to={paths.check}>playback check</Link>: it tests browser, line and films, and says
              what is wrong. Check the date on the dashboard, too: a film that has closed does not play. If it
              still does not, send us the report of the check and name the film.
            </p>
          ),
        },
        {
          value: 'payment-declined',
          heading: 'My payment was declined.',
          content: (
            <p>
              The bank that issued the card decides that. Nothing was taken, and the cart is kept: try again,
              or pay another way.
            </p>
          ),
        },
        {
          value: 'paid-not-open',
          heading: 'I have paid and the film is not open.',
          content: (
            <p>
              Some methods take a while to confirm. The film opens by itself when they do, and a mail says so.
              If nothing has come after an hour, write.
            </p>
          ),
        },
      ],
    },
    {
      id: 'other',
      heading: 'Other',
      items: [
        {
          value: 'my-data',
          heading: 'What do you know about me?',
          content: (
            <p>
              What the <Link to={paths.privacyPolicy}>privacy policy</Link> lists. You can ask for a copy or
              have it erased.
            </p>
          ),
        },
        {
          value: 'clubs',
          heading: 'I run a club. Can our members have a discount?',
          content: (
            <p>
              Referers hand out a code that takes something off, and earn a commission. The{' '}
              <Link to={paths.commissionTerms}>commission terms</Link> say how; write if you are interested.
            </p>
          ),
        },
      ],
    },
  ]
}
