import { Link } from 'react-router'
import { inWords } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { closingReminderDays } from '#shared/calendar/reminders.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { emailChangeHours, passwordMinLength, resetLinkMinutes } from '#shared/limits.ts'
import type { Question } from './question.ts'

export function accountQuestions(terms: CatalogTerms): Question[] {
  const single = `${inWords(terms.singleMonths)} calendar months`
  const bundle = inWords(terms.bundleMonths)
  return [
    {
      id: 'how-long',
      heading: 'How long is a film open?',
      content: (
        <>
          <p>
            A film bought on its own, or with some others, is open for {single} from the minute you buy it.
            All {inWords(terms.collectionSize)} bought in one order are open for {bundle}. Bought on 31
            January, {inWords(3)} months end on 30 April, at the same time of day.
          </p>
          <p>
            The last day stands on your dashboard and in the player, and you are told by email{' '}
            {closingReminderDays.join(', ').replace(/, (\d+)$/, ' and $1')} days before it. Then the film
            closes by itself. Nothing renews and nothing more is charged.
          </p>
        </>
      ),
      also: 'expire expiry access period validity lifetime ends days remaining subscription',
    },
    {
      id: 'extension',
      heading: 'Can the time be extended?',
      content: (
        <p>
          No. You can buy a film again when it has closed; your place in it and your notes are kept for as
          long as you have the account.
        </p>
      ),
      also: 'renew longer expired',
    },
    {
      id: 'add-remaining',
      heading: 'I have some films. What if I buy the rest?',
      content: (
        <p>
          The discount of the complete package comes off once, when the films that are open to you and those
          in your cart make all {inWords(terms.collectionSize)}. The new films are open for {single} each;
          only {inWords(terms.collectionSize)} films in one order are open for {bundle}.
        </p>
      ),
      also: 'upgrade bundle complete collection remaining',
    },
    {
      id: 'confirm-address',
      heading: 'Why do I have to confirm my email address?',
      content: (
        <p>
          Invoices and password links go there. The link in the mail opens your account. If it does not
          arrive, look among the junk, then ask for another on the sign-in page, which offers it after your
          password.
        </p>
      ),
      also: 'verification verify activate spam link not received',
    },
    {
      id: 'forgotten-password',
      heading: 'I have forgotten my password.',
      content: (
        <p>
          Ask for a link under <Link to={paths.forgotPassword()}>Forgotten password</Link>. It works once, for{' '}
          {resetLinkMinutes} minutes. Setting a new password signs every device out. It needs at least{' '}
          {passwordMinLength} characters, and one that is on lists of leaked passwords is refused.
        </p>
      ),
      also: 'reset login cannot cant sign in lost log in',
    },
    {
      id: 'change-email',
      heading: 'My email address has changed.',
      content: (
        <p>
          Change it on <Link to={paths.account}>your account page</Link>, with your password. A link goes to
          the new address and works for {emailChangeHours} hours; you do not need the old mailbox. Without the
          password and without the old mailbox, <Link to={paths.contact}>write to us</Link>.
        </p>
      ),
      also: 'new email move address',
    },
    {
      id: 'devices',
      heading: 'I am still signed in on a device I no longer have.',
      content: (
        <p>
          <Link to={paths.account}>Your account page</Link> lists every device that is signed in and signs out
          any of them, or all. If somebody else may know your password, change it there: that signs every
          other device out.
        </p>
      ),
      also: 'stolen lost phone security sign out everywhere hacked',
    },
  ]
}
