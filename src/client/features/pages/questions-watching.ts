import { capitalised, inWords } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import { closingReminderDays } from '#shared/calendar/reminders.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { emailChangeHours, passwordMinLength, renewalDays, resetLinkMinutes } from '#shared/limits.ts'

export const accountText = (terms: CatalogTerms) => `
# how-long: How long is a film open?
A film bought on its own, or with some others, is open for ${inWords(terms.singleMonths)} calendar months from
the minute you buy it. All ${inWords(terms.collectionSize)} bought in one order are open for
${inWords(terms.bundleMonths)}. Bought on 31 January, ${inWords(3)} months end on 30 April, at the same time
of day.

The last day stands on your dashboard and in the player, and you are told by email
${closingReminderDays.join(', ').replace(/, (\d+)$/, ' and $1')} days before it. Then the film closes by
itself. Nothing renews and nothing more is charged.
also: expire expiry access period validity lifetime ends days remaining subscription

# extension: Can the time be extended?
No, but you can renew it: from ${renewalDays} days before a film closes its row on
[your dashboard](${paths.dashboard()}) offers the next term, which begins at the minute the old one ends. That
is a new purchase at the film's price, with an invoice of its own; all ${inWords(terms.collectionSize)} in one
order are the complete package again.

You can also buy a film again when it has closed. Your place in it and your notes are kept for as long as you
have the account.
also: renew renewal longer expired again next term

# add-remaining: I have some films. What if I buy the rest?
The discount of the complete package comes off once, when the films that are open to you and those in your
cart make all ${inWords(terms.collectionSize)}. The new films are open for ${inWords(terms.singleMonths)}
calendar months each; only ${inWords(terms.collectionSize)} films in one order are open for
${inWords(terms.bundleMonths)}.
also: upgrade bundle complete collection remaining

# confirm-address: Why do I have to confirm my email address?
Invoices and password links go there. The link in the mail opens your account. If it does not arrive, look
among the junk, then ask for another on the sign-in page, which offers it after your password.
also: verification verify activate spam link not received

# forgotten-password: I have forgotten my password.
Ask for a link under [Forgotten password](${paths.forgotPassword()}). It works once, for ${resetLinkMinutes}
minutes. Setting a new password signs every device out. It needs at least ${passwordMinLength} characters,
and one that is on lists of leaked passwords is refused.
also: reset login cannot cant sign in lost log in

# change-email: My email address has changed.
Change it on [your account page](${paths.account}), with your password. A link goes to the new address and
works for ${emailChangeHours} hours; you do not need the old mailbox. Without the password and without the
old mailbox, [write to us](${paths.contact}).
also: new email move address

# devices: I am still signed in on a device I no longer have.
[Your account page](${paths.account}) lists every device that is signed in and signs out any of them, or
all. If somebody else may know your password, change it there: that signs every other device out.
also: stolen lost phone security sign out everywhere hacked
`

export const watchingText = (maxStreams: number) => `
# where-are-my-films: Where are my films?
Under [My Videos](${paths.dashboard()}), with what you have watched of each and the date on which it closes.
Sign in with the address you bought them with.
also: dashboard find library missing

# place-kept: Is my place kept?
Yes, every few seconds, on every device you sign in on: My Videos begins with the film you left last. A film
you have seen to the end starts again from the beginning. The minutes beside each film are those you have
played, each counted once; a jump forward is none.
also: resume continue progress position minutes watched left off

# plan: What should I watch when?
Enter the dates of your exams in [your plan](${paths.plan}). It lays your films out over the days before each
exam and before they close, the same time every day, and begins with today. It also says by when the last
paper has to be passed, and where that rule is from.
also: exam date schedule timetable study planner today revision deadline 18 months

# phone-tablet: Can I watch on a phone or a tablet?
Yes, in its browser; there is nothing to install. Any current version of Chrome, Edge, Firefox or Safari
plays the films, and your place moves with you from one device to the next.
also: iphone ipad android mobile app laptop computer mac windows browser

# tv: Can I watch on a television?
With a cable from a laptop or tablet, yes. Casting is turned off in the player, and picture in picture as
well: it would take the film past what protects it.
also: tv chromecast airplay cast hdmi smart screen mirroring

# two-devices: Can I watch on two devices at the same time?
You may sign in on as many of your own devices as you like. ${capitalised(inWords(maxStreams))} can play at
the same moment. One too many says that the account is already playing elsewhere: close the film there, and
it goes on here. The account is for one person.
also: already playing elsewhere share simultaneous streams family

# captions: Are there captions and a transcript?
Where the film brings them, yes. Captions come in four sizes and three contrasts. The transcript beside the
film follows what is said and can be searched; pressing a line goes there.
also: subtitles deaf hearing accessibility text

# speed-notes: Can I change the speed, jump to a chapter, take notes?
Yes, all three. Speed goes from half to double. Chapters stand beside the film. A note keeps the place at
which you wrote it and is yours alone. The ? key shows the keys that work the player. On a phone the film
plays with the phone’s own controls; speed and captions are under the picture.
also: faster slower playback keyboard shortcuts bookmark

# download: Can I download a film and watch without internet?
No. Films are for watching here, on line, with your account, as the [licence
agreement](${paths.licenceAgreement}) says.
also: offline save copy record plane

# show-class: May I show a film to a class or a club evening?
Not with the licence you buy here, which is for one person’s own study. [Write
first](${paths.contact}?topic=club): that needs another licence.
also: group school classroom teach students licence public
`

export const troubleText = `
# does-not-play: A film does not start.
Run the [playback check](${paths.check}): it tests browser, line and films, and names what it finds. Check
the date on the dashboard, too: a film that has closed does not play. If it still does not, [send
us](${paths.contact}?topic=playback) the report of the check and name the film.
also: error black screen broken not working video playback failed wont play stuck blank loading load cant watch

# slow-line: The film stops again and again. My internet is slow.
The player takes a smaller picture by itself when the line cannot keep up, where the film has one; you can
choose one in its settings. About 1 Mbit/s is the least, 3 are plenty. The [playback check](${paths.check})
measures what your line brings. When it breaks off, your place is kept and sent as soon as the line is back.
also: buffering stutter slow quality resolution wifi data lag freeze freezes stuck loading jerky

# no-sound: There is a picture but no sound.
Look whether the player is muted (the M key), then the tab, then the device. The player remembers the volume
you last set in this browser.
also: audio mute volume speaker

# payment-declined: My payment was declined.
The bank that issued the card decides that. Nothing was taken, and the cart is kept: try again, or pay
another way.
also: card refused failed rejected

# paid-not-open: I have paid and the film is not open.
Some methods take a while to confirm. The film opens by itself when they do, and a mail with the invoice
says so. If nothing has come after an hour, [write](${paths.contact}?topic=payment). First look whether you
are signed in with the address you paid with.
also: missing purchase processing pending not unlocked

# paid-twice: Could I have paid twice?
One order is paid once, however often the button is pressed or the page is loaded. Money that comes in for
an order that was cancelled meanwhile is sent back by itself, with an email. Your invoices are on [your
account page](${paths.account}). If your bank shows more than they do,
[write](${paths.contact}?topic=payment).
also: double charged charge duplicate pending

# no-mail: An email from the shop has not arrived.
Look among the junk, and whether the address on [your account page](${paths.account}) is right. Your films
and invoices do not depend on the mail: both are in your account.
also: spam confirmation missing junk inbox
`
