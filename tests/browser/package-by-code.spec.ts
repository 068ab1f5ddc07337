import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { addCalendarMonths } from '#shared/calendar/calendar.ts'
import { parsePounds, sumPence } from '#shared/money/money.ts'
import { openBrowser, visit } from '#tests/support/browser.ts'
import { confirmationLink, PASSWORD } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect } from './inspect.ts'
import { CARDS, cartOf, consentBox, openCart, payButton, sumsIn, typeCard, waitForPaid } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const EMAIL = 'club-member@example.com'

describe('the complete package by a referer link', () => {
  it('costs the same to the penny in drawer, checkout, pay button and invoice', async () => {
    const visitor = await visit(browser)
    const { page } = visitor

    // The code of the link leaves the address for the cart; the page says whose it is, and its prices show it.
    await page.goto(`${shop.url}/?ref=HEDGEROW17`)
    await page.waitForURL(`${shop.url}/`)
    await page.getByRole('main').getByText('Hedgerow Flying Club: 10% off').waitFor()
    await page.locator('#pricing .price-figure').getByText('£306').waitFor()
    await page.locator('#videos .panel').filter({ hasText: 'Meteorology' }).getByText('£54').waitFor()
    await inspect(page, 'package-0-code')

    // Two videos from the library, by its dialog.
    for (const title of ['Meteorology', 'Human Performance']) {
      await page.locator('#videos').getByRole('link', { name: title }).click()
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.getByRole('button', { name: /^Add to Cart/ }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.locator('#videos .panel').filter({ hasText: title }).getByText('In Cart').waitFor()
    }

    const cart = await openCart(page)
    expect(await cart.getByLabel('Club code').inputValue()).toBe('HEDGEROW17')
    expect(await sumsIn(cart)).toEqual([
      ['Two films', '£100.00'],
      ['Hedgerow Flying Club, 10% Remove code', '−£10.00'],
      ['Total', '£90.00'],
    ])
    await cart.getByText('Hedgerow Flying Club: 10% off').waitFor()

    // The prompt says what the rest gives, and adds only what is missing.
    const prompt = cart.getByRole('region', { name: 'Upgrade to Bundle' })
    await prompt
      .getByText('All seven films for £306, open for 12 months instead of 3: £36 less than one by one.')
      .waitFor()
    await inspect(page, 'package-1-upgrade')
    await prompt.getByRole('button', { name: 'Add the Complete Package' }).click()
    await cart.getByText('Added Remaining Videos').waitFor()
    expect(await cart.getByRole('button', { name: /^Remove (?!code)/ }).count()).toBe(7)
    expect(await prompt.count()).toBe(0)

    expect(await sumsIn(cart)).toEqual([
      ['Seven films', '£380.00'],
      ['Complete collection', '−£40.00'],
      ['Hedgerow Flying Club, 10% Remove code', '−£34.00'],
      ['Total', '£306.00'],
    ])
    await cart.getByText('Includes £51.00 VAT.').waitFor()
    await inspect(page, 'package-2-cart')
    await cart.getByRole('button', { name: 'Secure Checkout' }).click()

    // Registered and confirmed on the way.
    await page.waitForURL('**/login?redirect=checkout')
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Username').fill('club-member')
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/verify-email-pending')
    await page.goto(await confirmationLink(shop, EMAIL))
    await page.waitForURL('**/checkout')
    await page.getByLabel('Card number').waitFor()

    const summary = page.getByRole('complementary', { name: 'Order summary' })
    expect(await sumsIn(summary)).toEqual([
      ['Complete collection', '−£40.00'],
      ['Hedgerow Flying Club, 10% Remove code', '−£34.00'],
      ['Price before VAT', '£255.00'],
      ['VAT, 20%', '£51.00'],
      ['Total', '£306.00'],
    ])
    expect(await payButton(page).innerText()).toBe('Pay £306.00')
    await inspect(page, 'package-3-checkout')

    await typeCard(page, CARDS.good)
    await consentBox(page).check()
    await payButton(page).click()
    await waitForPaid(page)
    expect(await page.getByRole('main').innerText()).toContain('£306.00')
    await inspect(page, 'package-4-paid')

    // Everything is open for the twelve months of the package.
    await page.getByRole('button', { name: 'Go to My Videos' }).click()
    await page.waitForURL('**/dashboard/*')
    await page.getByRole('heading', { name: 'Your Videos' }).waitFor()
    const videos = page.getByRole('main').getByRole('listitem')
    await videos.first().waitFor()
    expect(await videos.count()).toBe(7)
    const { purchasedAt, expiresAt } = await purchaseOf(page)
    expect(Date.parse(expiresAt)).toBe(addCalendarMonths(new Date(purchasedAt), 12).getTime())
    const lastDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
    expect(await videos.filter({ hasText: lastDay.format(new Date(expiresAt)) }).count()).toBe(7)
    await inspect(page, 'package-5-dashboard')

    // Nothing is left in the cart, and nothing is left to buy.
    const empty = await openCart(page)
    await empty.getByText('Your cart is empty').waitFor()
    await empty.getByRole('button', { name: 'Close' }).click()
    await page.goto(`${shop.url}/#pricing`)
    await page.locator('#videos').getByText('Owned', { exact: true }).first().waitFor()
    await page.locator('#pricing').getByText('Complete Package Already Owned').waitFor()
    expect(await page.getByRole('button', { name: 'Add the Complete Package' }).count()).toBe(0)
    expect(await cartOf(page).isVisible()).toBe(false)

    // The document says the same, and its lines add up to it.
    const invoice = (await invoiceText()).replaceAll(/\s+/g, ' ')
    expect(invoice).toContain('Hedgerow Flying Club, 10%')
    const lines = [...invoice.matchAll(/10% £([\d.]+) £([\d.]+) £([\d.]+)/g)]
    expect(lines).toHaveLength(7)
    const columns = [1, 2, 3].map((column) => sumPence(lines.map((line) => parsePounds(line[column] ?? ''))))
    expect(columns).toEqual([25_500, 5_100, 30_600])
    expect(invoice).toContain('Total £255.00 £51.00 £306.00')
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })
})

/** The one purchase of the student who is signed in, read from the API. */
async function purchaseOf(page: Page): Promise<{ purchasedAt: string; expiresAt: string }> {
  const token = await page.evaluate(() => localStorage.getItem('auth_token'))
  const userId = page.url().split('/').at(-1)
  const answer = await fetch(`${shop.url}/api/users/${userId}/purchases`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const purchases = (await answer.json()) as { isBundle: boolean; purchasedAt: string; expiresAt: string }[]
  expect(purchases).toMatchObject([{ isBundle: true }])
  return purchases[0] ?? { purchasedAt: '', expiresAt: '' }
}

/** The words of the invoice that came by mail, page after page. */
async function invoiceText(): Promise<string> {
  const { attachments } = await shop.mail(EMAIL, /film/i)
  const answer = await fetch(new URL(attachments[0]?.url ?? '', shop.url))
  const pdf = await getDocument({ data: new Uint8Array(await answer.arrayBuffer()), verbosity: 0 }).promise
  const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
  const pages = await Promise.all(
    numbers.map(async (number) => (await (await pdf.getPage(number)).getTextContent()).items),
  )
  return pages
    .flat()
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
}
