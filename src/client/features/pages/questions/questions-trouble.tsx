import { Link } from 'react-router'
import { paths } from '#client/site/paths.ts'
import type { Question } from './question.ts'

export const troubleQuestions: Question[] = [
  {
    id: 'does-not-play',
    heading: 'A film does not start.',
    content: (
      <p>
        Run the <Link to={paths.check}>playback check</Link>: it tests browser, line and films, and says what
        is wrong. Check the date on the dashboard, too: a film that has closed does not play. If it still does
        not, <Link to={`${paths.contact}?topic=playback`}>send us</Link> the report of the check and name the
        film.
      </p>
    ),
    also: 'error black screen broken not working video playback failed wont play stuck blank loading load cant watch',
  },
  {
    id: 'slow-line',
    heading: 'The film stops again and again. My internet is slow.',
    content: (
      <p>
        The player takes a smaller picture by itself when the line cannot keep up, where the film has one; you
        can choose one in its settings. About 1 Mbit/s is the least, 3 are plenty. The{' '}
        <Link to={paths.check}>playback check</Link> measures what your line brings. When it breaks off, your
        place is kept and sent as soon as the line is back.
      </p>
    ),
    also: 'buffering stutter slow quality resolution wifi data lag freeze freezes stuck loading jerky',
  },
  {
    id: 'no-sound',
    heading: 'There is a picture but no sound.',
    content: (
      <p>
        Look whether the player is muted (the M key), then the tab, then the device. The player remembers the
        volume you last set in this browser.
      </p>
    ),
    also: 'audio mute volume speaker',
  },
  {
    id: 'payment-declined',
    heading: 'My payment was declined.',
    content: (
      <p>
        The bank that issued the card decides that. Nothing was taken, and the cart is kept: try again, or pay
        another way.
      </p>
    ),
    also: 'card refused failed rejected',
  },
  {
    id: 'paid-not-open',
    heading: 'I have paid and the film is not open.',
    content: (
      <p>
        Some methods take a while to confirm. The film opens by itself when they do, and a mail with the
        invoice says so. If nothing has come after an hour,{' '}
        <Link to={`${paths.contact}?topic=payment`}>write</Link>. First look whether you are signed in with
        the address you paid with.
      </p>
    ),
    also: 'missing purchase processing pending not unlocked',
  },
  {
    id: 'paid-twice',
    heading: 'Could I have paid twice?',
    content: (
      <p>
        One order is paid once, however often the button is pressed or the page is loaded. Money that comes in
        for an order that was cancelled meanwhile is sent back by itself, with an email. Your invoices are on{' '}
        <Link to={paths.account}>your account page</Link>. If your bank shows more than they do,{' '}
        <Link to={`${paths.contact}?topic=payment`}>write</Link>.
      </p>
    ),
    also: 'double charged charge duplicate pending',
  },
  {
    id: 'no-mail',
    heading: 'An email from the shop has not arrived.',
    content: (
      <p>
        Look among the junk, and whether the address on <Link to={paths.account}>your account page</Link> is
        right. Your films and invoices do not depend on the mail: both are in your account.
      </p>
    ),
    also: 'spam confirmation missing junk inbox',
  },
]
