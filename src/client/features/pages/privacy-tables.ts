import { capitalised, inWords } from '#client/lib/format.ts'
import { complaintKeptMonths, contactKeptMonths, mailKeptMonths, securityEventDays } from '#shared/limits.ts'
import { storageKeys } from '#shared/text/storage-keys.ts'

export const purposes = [
  { purpose: 'Account, sale, opening and playing films', basis: 'Contract (b)' },
  { purpose: 'Invoices, credit notes, tax records', basis: 'Legal obligation (c)' },
  { purpose: 'Commission and payouts to referers', basis: 'Contract (b), legal obligation (c)' },
  {
    purpose: 'Guarding sign-in and payments against abuse, and a log of what administrators change',
    basis: 'Legitimate interests (f): a shop that is safe to use',
  },
  {
    purpose: 'Answering what you write to us',
    basis: 'Contract (b) where it is about an order, else legitimate interests (f): to answer whoever asks',
  },
  {
    purpose: 'Acknowledging and settling complaints',
    basis: 'Legal obligation (c) where it is about your data, else legitimate interests (f)',
  },
  {
    purpose: 'Telling you that a film is about to close, or waits unwatched',
    basis: 'Contract (b)',
  },
  {
    purpose: 'News to buyers about similar films',
    basis: 'Legitimate interests (f): to sell what suits its buyers, with a way out in every mail',
  },
  {
    purpose: 'News to people who asked for it, counting visits',
    basis: 'Consent (a), which you can take back',
  },
]

export const storedThings = [
  { name: storageKeys.authToken, purpose: 'Keeps you signed in, until you sign out or it runs out.' },
  { name: storageKeys.cart, purpose: 'The films in your cart.' },
  { name: storageKeys.checkout, purpose: 'The order on its way from the cart to the checkout.' },
  { name: storageKeys.pendingVerification, purpose: 'Which address a confirmation was sent to.' },
  { name: 'referral_code', purpose: 'The code from your club or school, until your cart is bought.' },
  { name: 'waiting_progress', purpose: 'Your place in a film, until it has reached us.' },
  { name: 'player_settings', purpose: 'Speed, volume and captions, as you last set them.' },
  { name: 'note_draft', purpose: 'A note on a film, until it is saved with your account.' },
  { name: storageKeys.refererSession, purpose: 'Keeps a referer signed in.' },
  {
    name: 'referer_application',
    purpose: 'A half-filled application to become a referer, without passwords and bank details.',
  },
  { name: 'contact_draft', purpose: 'A message to us, with your name and address, until it is sent.' },
  { name: 'analytics_consent', purpose: 'Your answer to the counting of visits, where you were asked.' },
  { name: 'media_session (cookie)', purpose: 'Lets films play in your browser and in no other.' },
  { name: 'referer_document (cookie)', purpose: 'Lets a referer open their own papers.' },
  {
    name: 'known_student (cookie)',
    purpose: 'Tells your browser from those of strangers who try to sign in as you, for a year.',
  },
  { name: 'known_referer (cookie)', purpose: 'The same for a referer.' },
  { name: 'known_admin (cookie)', purpose: 'The same for the shop’s administrator.' },
  { name: 'admin_session (cookie)', purpose: 'Keeps the shop’s administrator signed in.' },
]

export const retention = [
  {
    what: 'Invoices, credit notes, orders',
    howLong: 'At least six years after the end of the accounting year, as tax law requires',
  },
  { what: 'Account and progress', howLong: 'Until you erase it, on your account page' },
  { what: 'Notes on films', howLong: 'As long as the account' },
  {
    what: 'Which mails and newsletters were sent to you, and the links in them that end such mail',
    howLong: `${capitalised(inWords(mailKeptMonths / 12))} years, or until you erase the account`,
  },
  { what: 'Sign-ins and devices', howLong: '90 days, or until you sign out; removed 30 days after that' },
  { what: 'Links and codes we mailed, and the record of each play', howLong: '30 days after they ran out' },
  {
    what: 'What you write on the contact page',
    howLong: `${capitalised(inWords(contactKeptMonths))} months; a complaint ${inWords(complaintKeptMonths / 12)} years`,
  },
  {
    what: 'The same in the instructor’s mailbox, and other mail to us',
    howLong: 'Until the matter is settled, and as long as a claim could be made about it',
  },
  {
    what: 'Who signed in from which network address, and who could not',
    howLong: `${securityEventDays} days`,
  },
  { what: 'Network addresses for counting tries', howLong: 'Up to two hours' },
  {
    what: 'Unfinished orders',
    howLong: 'Open for 24 hours, then cancelled; when you erase the account your name goes from them',
  },
  { what: 'Referers’ commission and payouts', howLong: 'At least six years after the last payout' },
  { what: 'Applications to become a referer', howLong: 'Until you ask for yours to be removed' },
  { what: 'Refused email addresses', howLong: 'As long as the refusal has to be respected' },
]
