import { expect, test } from 'vitest'
import { EMAILS, type EmailName } from '#emails/index.ts'
import { previewSite } from '#emails/preview-site.ts'
import { renderEmail } from '#emails/render.ts'
import { consentWordings, currentConsentVersion } from '#shared/messages/checkout.ts'

const { preview: purchase } = EMAILS['purchase-confirmation']

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

test('verification names the link on an unbroken line, the token encoded', async () => {
  const token = `${'a'.repeat(90)}-b+/=`
  const { text } = await renderEmail('verify-email', { ...EMAILS['verify-email'].preview, token })

  expect(text).toContain(`https://shop.example.com/verify-email?token=${'a'.repeat(90)}-b%2B%2F%3D`)
  expect(oneLine(text)).toContain('until 10:42 on 22 November 2026')
})

test('the reset link leads students and referers to their own screen', async () => {
  const props = EMAILS['password-reset'].preview
  const student = await renderEmail('password-reset', props)
  const referer = await renderEmail('password-reset', { ...props, account: 'referer' })

  expect(student.text).toContain('https://shop.example.com/reset-password?token=k3Jx0vQm8rT1yLw5&type=user')
  expect(referer.text).toContain('https://shop.example.com/referer-reset-password/k3Jx0vQm8rT1yLw5')
  expect(oneLine(student.text)).toContain('for 15 minutes: until 10:57.')
})

test('times are London times in summer too', async () => {
  const props = { ...EMAILS['password-reset'].preview, expiresAt: '2026-07-01T23:05:00.000Z' }
  const { text } = await renderEmail('password-reset', props)
  expect(oneLine(text)).toContain('until 00:05.')
})

test('the purchase confirmation shows videos, sums, VAT, dates and the invoice number', async () => {
  const { subject, text } = await renderEmail('purchase-confirmation', purchase)

  expect(subject).toBe('Your films are open')
  expect(text).toMatch(/^Navigation +£60\.00$/m)
  expect(text).toMatch(/^Open until 21 February 2027, 10:42$/m)
  expect(text).toMatch(/^Club code HEDGEROW17, 10% +−£12\.00$/m)
  expect(text).toMatch(/^Total +£108\.00$/m)
  expect(oneLine(text)).toContain('Includes £18.00 VAT at 20%; £90.00 before VAT.')
  expect(oneLine(text)).toContain('Invoice number INV-000123 is attached as a PDF;')
})

test('consent is confirmed with its wording and time (regulation 16(3))', async () => {
  const { text } = await renderEmail('purchase-confirmation', purchase)

  expect(oneLine(text)).toContain('On 21 November 2026 at 10:41, before paying, you agreed to this:')
  expect(oneLine(text)).toContain(`“${consentWordings[currentConsentVersion]}”`)
  expect(text).not.toContain('Cancellation form')
})

test('a buyer without consent keeps the 14 days, and gets the time limit and the model form', async () => {
  const { text } = await renderEmail('purchase-confirmation', {
    ...purchase,
    cancellation: { right: 'kept', until: '2026-12-05T23:59:59.999Z' },
  })

  expect(oneLine(text)).toContain('You keep your 14-day right to cancel')
  expect(oneLine(text)).toContain('It runs until the end of 5 December 2026.')
  expect(oneLine(text)).toContain(
    'I hereby give notice that I cancel my contract for the supply of the following digital content: Navigation and Meteorology (invoice number INV-000123), ordered on 21 November 2026.',
  )
  expect(text).not.toContain('has ended')
})

test.each([
  ['main characteristics', 'one theory subject of the UK private pilot licence'],
  ['delivery charges', 'Nothing is charged for delivery.'],
  ['functionality and protection', 'cannot be downloaded'],
  ['compatibility', 'current version of Chrome, Edge, Firefox or Safari'],
  ['duration', 'The contract ends for each film on its closing day'],
  ['conformity', 'under a legal duty to supply digital content'],
  ['complaints', 'To complain, reply to this email or write to Crosswind Films Ltd'],
])('the confirmation carries what Schedule 2 asks for: %s', async (_what, words) => {
  const { text } = await renderEmail('purchase-confirmation', purchase)
  expect(oneLine(text)).toContain(words)
})

test('a trader without VAT number charges none, and an order of nothing says so', async () => {
  const { text } = await renderEmail('purchase-confirmation', {
    ...purchase,
    site: { ...previewSite, vatNumber: null },
    videos: purchase.videos.slice(0, 1),
    deductions: [{ label: 'Club code FREE1, 100%', pence: 6_000 }],
    totalPence: 0,
    vatPence: 0,
    vatRate: 0,
    paymentMethod: null,
  })

  expect(text).toMatch(/^Total +£0\.00$/m)
  expect(oneLine(text)).toContain(
    'No VAT is charged. Nothing is charged for delivery. There was nothing to pay.',
  )
  expect(oneLine(text)).toContain('Navigation is yours to watch until 21 February 2027. It closes by itself')
})

test('videos that close on different days each name their own', async () => {
  const [first, second] = purchase.videos
  if (!first || !second) throw new Error('The example lost a film.')
  const { text } = await renderEmail('purchase-confirmation', {
    ...purchase,
    videos: [first, { ...second, expiresAt: '2027-11-21T10:42:00.000Z' }],
  })

  expect(oneLine(text)).toContain('each until the day beside it')
  expect(text).toContain('Open until 21 November 2027, 10:42')
})

test('the admin code stands alone on its line, and not in the subject', async () => {
  const { subject, text } = await renderEmail('admin-code', EMAILS['admin-code'].preview)
  expect(text).toMatch(/^407219$/m)
  expect(subject).not.toContain('407219')
})

const names = Object.keys(EMAILS).filter((name): name is EmailName => name in EMAILS)
const toTheShop: readonly EmailName[] = [
  'admin-code',
  'application-waiting',
  'contact-message',
  'refund-request-waiting',
  'shop-alert',
  'vat-registration-waiting',
]

test.each(toTheShop)('%s goes to the shop, and invites no questions', async (name) => {
  const { text } = await renderEmail(name, EMAILS[name].preview)
  expect(text).not.toContain('Questions?')
})

test.each(names.filter((name) => !toTheShop.includes(name)))('%s says that a reply is read', async (name) => {
  const { text } = await renderEmail(name, EMAILS[name].preview)
  expect(oneLine(text)).toContain('Questions? Reply to this email: the instructor reads it.')
})

test('an application that waits says who, from where and since when, and leads to the back office', async () => {
  const { preview } = EMAILS['application-waiting']
  const referer = await renderEmail('application-waiting', preview)
  const person = await renderEmail('application-waiting', {
    ...preview,
    applicantType: 'individual',
    name: 'Jo Sample',
  })
  expect(oneLine(referer.text)).toContain(
    'Jo Sample applies for Hedgerow Flying Club, an organization in Little Crosswind, United Kingdom.',
  )
  expect(oneLine(person.text)).toContain('Jo Sample applies as an individual, from Little Crosswind,')
  expect(oneLine(referer.text)).toContain('It has waited since 10:42 on 21 November 2026.')
  expect(referer.text).toContain('https://shop.example.com/admin')
})

test('an approval carries the code, the link that fills it in, and both percentages', async () => {
  const { text } = await renderEmail('application-approved', EMAILS['application-approved'].preview)
  expect(text).toMatch(/^HEDGEROW17$/m)
  expect(text).toContain('https://shop.example.com/?ref=HEDGEROW17')
  expect(oneLine(text)).toContain('takes 10% off for whoever uses it. You earn 5%')
})

test('a rejection carries the notes line by line, and needs none', async () => {
  const { preview } = EMAILS['application-rejected']
  const withNotes = await renderEmail('application-rejected', preview)
  expect(oneLine(withNotes.text)).toContain('You may apply again, with the same address.')
  expect(withNotes.text).toContain('https://shop.example.com/referer-register')
  const without = await renderEmail('application-rejected', { ...preview, notes: null })

  expect(withNotes.text).toMatch(/^We could not find the club under this name\.$/m)
  expect(without.text).not.toContain('Notes')
})

test('a payout shows payout, VAT and total, and leaves VAT out where there is none', async () => {
  const { preview } = EMAILS['payout-paid']
  const withVat = await renderEmail('payout-paid', preview)
  const without = await renderEmail('payout-paid', {
    ...preview,
    vatPence: 0,
    totalPence: 4_512,
    document: 'commission-statement',
    documentNumber: 'CS-000003',
  })

  expect(withVat.subject).toBe('Your commission for Q3 2026: £54.14')
  expect(withVat.text).toMatch(/^VAT at 20% +£9\.02$/m)
  expect(withVat.text).toMatch(/^Paid +£54\.14$/m)
  expect(without.text).not.toMatch(/^VAT/m)
  expect(oneLine(without.text)).toContain('Commission statement CS-000003 is attached as a PDF')
})

test('a refund says what goes back and why', async () => {
  const { preview } = EMAILS['payment-refunded']
  const refund = await renderEmail('payment-refunded', preview)
  const late = await renderEmail('payment-refunded', {
    ...preview,
    reason: 'order-cancelled',
    lines: [],
    creditNoteNumber: null,
    hasAccessEnded: false,
  })

  expect(refund.subject).toBe('Refund of £54.00')
  expect(oneLine(refund.text)).toContain('Credit note number CN-000007 is attached')
  expect(oneLine(late.text)).toContain('after the order had been cancelled')
  expect(late.text).not.toMatch(/Credit note|no longer open/)
})

test('a refund that was paid in another way is not said to go to what was paid with', async () => {
  const { preview } = EMAILS['payment-refunded']
  const text = oneLine((await renderEmail('payment-refunded', { ...preview, isPaidOtherwise: true })).text)
  expect(text).toContain('did not take it, so it was sent in another way on 25 November 2026')
  expect(text).not.toMatch(/to what you paid with|5 to 10 working days/)
})

test('money a bank returned after a dispute was not sent by the shop', async () => {
  const props = { ...EMAILS['payment-refunded'].preview, reason: 'disputed' } as const
  const { text } = await renderEmail('payment-refunded', props)
  expect(oneLine(text)).toContain('You disputed a payment, and the bank returned it to you.')
  expect(oneLine(text)).not.toMatch(/has been refunded|It was sent/)
})

test('a failed refund is mailed with the invoice that cancels the credit note', async () => {
  const { preview } = EMAILS['refund-undone']
  const failed = await renderEmail('refund-undone', preview)
  const won = await renderEmail('refund-undone', { ...preview, cause: 'dispute-won' })
  expect(failed.subject).toBe('Your refund came back to us')
  expect(oneLine(failed.text)).toContain('Your bank did not take the refund of £54.00')
  expect(won.subject).toBe('Your payment stands')
  expect(oneLine(won.text)).toContain('decided for the shop')
  for (const { text } of [failed, won]) {
    expect(oneLine(text)).toContain('Invoice number INV-000124 cancels credit note CN-000007')
    expect(oneLine(text)).toContain('What had closed for it is open again')
  }
  const closed = await renderEmail('refund-undone', { ...preview, hasAccessOpened: false })
  expect(oneLine(closed.text)).not.toContain('open again')
})

test('the reminder names each video and the moment it closes', async () => {
  const { subject, text } = await renderEmail('access-expiring', EMAILS['access-expiring'].preview)
  expect(subject).toBe('3 of your films close soon')
  expect(oneLine(text)).toMatch(
    /Navigation ?Not watched yet\. Renew from 21 February 2027, £60 ?21 February 2027, 10:42/,
  )
  expect(oneLine(text)).toMatch(
    /Meteorology ?62% watched\. Renew from 23 February 2027, £60 ?23 February 2027, 18:00/,
  )
  expect(oneLine(text)).toMatch(
    /Air Law ?Watched\. Renew from 23 February 2027, £60 ?23 February 2027, 18:00/,
  )
})

test('the mail about a cart left behind names its videos and the way to unsubscribe', async () => {
  const { subject, text } = await renderEmail('basket-left', EMAILS['basket-left'].preview)
  expect(subject).toBe('Your cart')
  expect(oneLine(text)).toContain('You were about to buy Navigation and Meteorology, and nothing was paid.')
  expect(text).toContain(EMAILS['basket-left'].preview.unsubscribeUrl)
})

test('videos that wait are named with the moment they close, and where to look when they do not play', async () => {
  const { subject, text } = await renderEmail('films-waiting', EMAILS['films-waiting'].preview)
  expect(subject).toBe('Your films are waiting')
  expect(text).toMatch(/^Navigation +21 February 2027, 10:42$/m)
  expect(text).toContain(`${EMAILS['films-waiting'].preview.site.publicUrl}/check`)
})
