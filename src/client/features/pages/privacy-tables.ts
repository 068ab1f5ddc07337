import { capitalised, inWords } from '#client/lib/format.ts'
import { complaintKeptMonths, contactKeptMonths, mailKeptMonths, securityEventDays } from '#shared/limits.ts'
import { storageKeys } from '#shared/text/storage-keys.ts'

export type PrivacyRow = { what: string; text: string }

/** Rows as they are written below: `what | text`, a second line of a row indented. */
function readRows(table: string): PrivacyRow[] {
  const rows = table.replaceAll('\n  ', ' ').matchAll(/^(.+?) \| (.+)$/gm)
  return Array.from(rows, ([, what = '', text = '']) => ({ what, text }))
}

export const purposes = readRows(`
Account, sale, opening and playing films, your notes, search, questions and plan beside them | Contract (b)
Invoices, credit notes, tax records | Legal obligation (c)
Commission and payouts to referers | Contract (b), legal obligation (c)
Guarding sign-in and payments against abuse, and a log of what administrators change |
  Legitimate interests (f): a shop that is safe to use
Answering what you write to us |
  Contract (b) where it is about an order, else legitimate interests (f): to answer whoever asks
Acknowledging and settling complaints |
  Legal obligation (c) where it is about your data, else legitimate interests (f)
Telling you that a film is about to close, or waits unwatched | Contract (b)
News to buyers about similar films |
  Legitimate interests (f): to sell what suits its buyers, with a way out in every mail
News to people who asked for it, counting visits | Consent (a), which you can take back
`)

export const storedThings = readRows(`
${storageKeys.authToken} | Keeps you signed in, until you sign out or it runs out.
${storageKeys.cart} | The films in your cart.
${storageKeys.checkout} | The order on its way from the cart to the checkout.
${storageKeys.pendingVerification} | Which address a confirmation was sent to.
referral_code | The code from your club or school, until your cart is bought.
waiting_progress | Your place in a film and what was played of it, until it has reached us.
player_settings | Speed, volume and captions, as you last set them.
note_draft | A note on a film, until it is saved with your account.
question_draft | A question on a film, until it is sent to the instructor.
${storageKeys.refererSession} | Keeps a referer signed in.
referer_application | A half-filled application to become a referer, without passwords and bank details.
contact_draft | A message to us, with your name and address, until it is sent.
analytics_consent | Your answer to the counting of visits, where you were asked.
media_session (cookie) | Lets films play in your browser and in no other.
referer_document (cookie) | Lets a referer open their own papers.
known_student (cookie) | Tells your browser from those of strangers who try to sign in as you, for a year.
known_referer (cookie) | The same for a referer.
known_admin (cookie) | The same for the shop’s administrator.
admin_session (cookie) | Keeps the shop’s administrator signed in.
`)

export const retention = readRows(`
Invoices, credit notes, orders | At least six years after the end of the accounting year, as tax law requires
What you ask back of an order, and the answer |
  As long as the order; what was written until you erase the account
Account and progress | Until you erase it, on your account page
Notes on films, questions to the instructor with the answers, exam dates | As long as the account
What you search for in films and notes | Not kept
Which mails and newsletters were sent to you, and the links in them that end such mail |
  ${capitalised(inWords(mailKeptMonths / 12))} years, or until you erase the account
Sign-ins and devices | 90 days, or until you sign out; removed 30 days after that
Links and codes we mailed, and the record of each play | 30 days after they ran out
What you write on the contact page |
  ${capitalised(inWords(contactKeptMonths))} months; a complaint ${inWords(complaintKeptMonths / 12)} years
The same in the instructor’s mailbox, and other mail to us |
  Until the matter is settled, and as long as a claim could be made about it
Who signed in from which network address, and who could not | ${securityEventDays} days
Network addresses for counting tries | Up to two hours
Unfinished orders | Open for 24 hours, then cancelled; when you erase the account your name goes from them
Referers’ commission and payouts | At least six years after the last payout
Applications to become a referer | Until you ask for yours to be removed
Refused email addresses | As long as the refusal has to be respected
`)
