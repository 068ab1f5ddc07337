import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, PHONE, type Visit, visit } from '#tests/support/browser.ts'
import { createMovingClock, type MovingClock } from '#tests/support/moving-clock.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { signInAsAdmin } from './back-office.ts'
import { inspect } from './inspect.ts'
import { download, figuresOf, textOf } from './portal.ts'
import {
  agreeAndPay,
  CARDS,
  goToCheckout,
  openCart,
  signInAs,
  sumsIn,
  typeCard,
  waitForPaid,
} from './shopper.ts'

const REFERER = 'Crosswind Strip Owners'
const EMAIL = 'owners@example.com'
const REFERER_PASSWORD = 'crosswind limit fifteen'

let clock: MovingClock
let shop: RunningShop
let browser: Browser
beforeAll(async () => {
  clock = await createMovingClock('2026-11-21T10:00:00Z')
  ;[shop, browser] = await Promise.all([startRunningShop(clock.env), openBrowser()])
})
afterAll(async () => {
  await shop?.stop()
  await clock?.remove()
})

/** The whole way through the shop; a bound for machines that are busy. */
const LONG_MS = 15 * 60_000

describe('the referer programme', () => {
  it('goes from the application to a paid payout and its document', { timeout: LONG_MS }, async () => {
    const visitor = await visit(browser)
    await apply(visitor)
    await approve()
    const code = await codeOfMail()
    await logIn(visitor, code.toLowerCase())
    await seeNothingYet(visitor, code)
    await buyThePackage(code)
    await seeTheReferral(visitor)

    // The quarter ends, and with it, long since, the session.
    await clock.set('2027-01-02T09:00:00Z')
    await payTheQuarter()
    await visitor.page.reload()
    await visitor.page.getByText('Your session has ended. Please log in again.').waitFor()
    await inspect(visitor.page, 'referer-7-session-ended')
    await logIn(visitor, code)
    await seeThePayout(visitor)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('sets another password by a mailed link, and goes on by itself', { timeout: LONG_MS }, async () => {
    const visitor = await visit(browser, PHONE)
    const { page } = visitor
    await page.goto(`${shop.url}/club-portal`)
    await inspect(page, 'referer-8-login')
    await page.goto(`${shop.url}/referer-reset-password`)
    await page.getByLabel('Email').fill(EMAIL)
    await inspect(page, 'referer-9-reset')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    await inspect(page, 'referer-10-reset-sent')
    const { links } = await shop.mail(EMAIL, /password/i)
    await page.goto(links.find((link) => link.includes('/referer-reset-password/')) ?? '')
    await page.getByLabel('New password', { exact: true }).fill('another windsock entirely')
    await page.getByLabel('Confirm new password').fill('another windsock entirely')
    await inspect(page, 'referer-11-new-password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByRole('heading', { name: 'Password Reset Complete' }).waitFor()
    await page.waitForURL('**/club-portal')
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })
})

async function apply(visitor: Visit): Promise<void> {
  const { page } = visitor
  await page.goto(shop.url)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Become a Referer' }).click()
  await page.waitForURL('**/referer-register')
  const submit = page.getByRole('button', { name: 'Submit application' })
  expect(await submit.isDisabled()).toBe(true)
  await page.getByLabel('An organization').check()
  await page.getByLabel('Organization name').fill(REFERER)
  await page.getByLabel('Full name').fill('Alex Strip')
  await page.getByLabel('Password', { exact: true }).fill(REFERER_PASSWORD)
  await page.getByLabel('Account number').fill('66374959')

  // What was typed is there after a reload, but no password and no bank number.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  expect(await page.getByLabel('Organization name').inputValue()).toBe(REFERER)
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  expect(await page.getByLabel('Account number').inputValue()).toBe('')

  const texts = {
    'Phone number': '01632 960000',
    'Contact email': EMAIL,
    'Business name': 'Crosswind Strip Owners Ltd',
    'Address line 1': '1 Taxiway',
    City: 'Little Crosswind',
    Postcode: 'ZZ9 9ZZ',
    'Account name': REFERER,
    'Sort code': '08-99-99',
    'Account number': '66374959',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Password', { exact: true }).fill(REFERER_PASSWORD)
  await page.getByLabel('Confirm password').fill(REFERER_PASSWORD)
  await page.getByLabel('VAT registered').check()
  await page.getByLabel(/^I accept the terms/).check()
  await submit.click()
  // At the field, and once more in the list beside the button.
  for (const words of [
    'VAT number is required when VAT registered',
    'Please confirm that you are 18 or older',
  ]) {
    await page.locator('.field-error', { hasText: words }).waitFor()
    await page.getByRole('button', { name: words }).waitFor()
  }
  await inspect(page, 'referer-1-application')
  await page.getByLabel('VAT number').fill('GB111111162')
  await page.getByLabel('I accept the self-billing agreement').check()
  await page.getByLabel('I am 18 or older').check()
  await submit.click()

  // The digits of the account do not check out against its sort code.
  const words = 'This account number does not go with this sort code. Please check both.'
  await page.locator('.field-error', { hasText: words }).waitFor()
  await page.getByLabel('Account number').fill('66374958')
  await submit.click()
  await page.getByRole('heading', { name: 'Application Submitted!' }).waitFor()
  expect(await page.getByRole('main').getByRole('listitem').count()).toBe(4)
  await inspect(page, 'referer-2-submitted')
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    REFERER,
  )
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await page.waitForURL(`${shop.url}/`)
}

async function openBackOffice(): Promise<Visit> {
  const visitor = await visit(browser)
  await signInAsAdmin(visitor.page, shop)
  return visitor
}

async function approve(): Promise<void> {
  const admin = await openBackOffice()
  await admin.page.getByRole('button', { name: `Read the application of ${REFERER}` }).click()
  await admin.page.getByRole('button', { name: 'Approve' }).click()
  await admin.page.getByText('Application Approved', { exact: true }).first().waitFor()
  await admin.context.close()
}

async function codeOfMail(): Promise<string> {
  const { text } = await shop.mail(EMAIL, /code/i)
  const code = /\bCROSSWIN\d{1,3}\b/.exec(text)?.[0]
  if (code === undefined) throw new Error(`This mail has no code:\n${text}`)
  return code
}

async function logIn({ page }: Visit, code: string): Promise<void> {
  await page.goto(`${shop.url}/referer-portal`)
  await page.getByLabel('Referral code').fill(code)
  await page.getByLabel('Password', { exact: true }).fill(REFERER_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: REFERER }).waitFor()
  await page.getByText('Total Unpaid').waitFor()
}

async function seeNothingYet(visitor: Visit, code: string): Promise<void> {
  const { page } = visitor
  await page.getByText('No referrals yet').waitFor()
  await page.getByText('No payouts yet').waitFor()
  await page.getByText('••-••-99').waitFor()
  expect(await page.getByLabel('Your link', { exact: true }).inputValue()).toBe(`${shop.url}/?ref=${code}`)
  await inspect(page, 'referer-3-nothing-yet')

  const poster = await download(page, 'Poster (PDF)')
  const words = await textOf(poster.bytes)
  for (const text of [code, '10% off', `${shop.url}/?ref=${code}`, REFERER]) expect(words).toContain(text)
  const svg = await download(page, 'QR code (SVG)')
  expect(svg.bytes.toString('utf8')).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/)
  const png = await download(page, 'QR code (PNG)')
  expect(png.bytes.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(png.bytes.readUInt32BE(16)).toBeGreaterThan(600)
}

async function buyThePackage(code: string): Promise<void> {
  const student = await openAccount(shop, 'buyer')
  const buyer = await visit(browser)
  const { page } = buyer
  await signInAs(page, shop, student)
  await page.goto(`${shop.url}/?ref=${code}`)
  await page.waitForURL(`${shop.url}/`)
  await page.locator('#pricing').getByRole('button', { name: 'Add the Complete Package' }).click()
  const cart = await openCart(page)
  await cart.getByRole('button', { name: 'Apply' }).click()
  await cart.getByText(`${REFERER}: 10% off`).first().waitFor()
  expect((await sumsIn(cart)).at(-1)).toEqual(['Total', '£306.00'])
  await cart.getByRole('button', { name: 'Close' }).click()
  await goToCheckout(page)
  await typeCard(page, CARDS.good)
  await agreeAndPay(page)
  await waitForPaid(page)
  await buyer.context.close()
}

/** £306.00 less £51.00 VAT less £4.79 card fee is £250.21; 5 % of it is £12.5105. */
async function seeTheReferral(visitor: Visit): Promise<void> {
  const { page } = visitor
  await page.reload()
  const row = page.getByRole('table', { name: 'Referrals' }).getByRole('row').nth(1)
  await row.getByText('£12.51').waitFor()
  await row.getByText('Earned').waitFor()
  await row.getByText('21 Nov 2026').waitFor()
  expect(await figuresOf(page)).toEqual([
    ['Total Commission', '£12.51'],
    ['This Quarter (Q4 2026)', '£12.51'],
    ['Total Unpaid', '£12.51'],
  ])
  await inspect(page, 'referer-4-earned')
}

async function payTheQuarter(): Promise<void> {
  const admin = await openBackOffice()
  const { page } = admin
  // The hourly job does the same by itself; whichever comes second finds nothing to do.
  const data = { quarterYear: '2026-Q4' }
  const made = await page.request.post(`${shop.url}/api/admin/generate-quarterly-payouts`, { data })
  expect(made.status()).toBe(200)
  await page.reload()
  await page.getByRole('button', { name: REFERER, exact: true }).click()
  await page.getByRole('button', { name: `Mark as Paid: £15.01 to ${REFERER} for 2026-Q4` }).click()
  const question = page.getByRole('alertdialog')
  await question.getByLabel('By a bank transfer made by hand').check()
  await question.getByRole('button', { name: 'Mark as Paid' }).click()
  await page.getByText('Payment Processed', { exact: true }).first().waitFor()
  await admin.context.close()
}

/** 20 % VAT on £12.51 is £2.50; with the agreement in force the document is a self-billing invoice. */
async function seeThePayout(visitor: Visit): Promise<void> {
  const { page } = visitor
  const row = page.getByRole('table', { name: 'Payouts' }).getByRole('row').nth(1)
  for (const words of ['Q4 2026', '£12.51', '£2.50', '£15.01', 'Paid', '2 Jan 2027']) {
    await row.getByText(words, { exact: true }).waitFor()
  }
  expect(await figuresOf(page)).toEqual([
    ['Total Commission', '£12.51'],
    ['This Quarter (Q1 2027)', '£0.00'],
    ['Total Unpaid', '£0.00'],
  ])
  await inspect(page, 'referer-5-paid')
  await page.setViewportSize({ width: 390, height: 844 })
  await inspect(page, 'referer-6-paid')
  await page.setViewportSize({ width: 1440, height: 900 })

  const document = await download(page, /^Invoice \(PDF\)/)
  const words = await textOf(document.bytes)
  for (const text of [
    'Self-billing invoice',
    REFERER,
    'VAT number GB111111162',
    'Q4 2026',
    '£12.51',
    '£2.50',
    '£15.01',
    '2 January 2027',
    'The VAT shown is your output tax due to HMRC.',
  ]) {
    expect(words).toContain(text)
  }
  const mail = await shop.mail(EMAIL, /^Your commission for Q4 2026: £15\.01$/)
  expect(mail.attachments.map(({ filename }) => filename)).toEqual([document.name])
}
