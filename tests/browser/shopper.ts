import type { Locator, Page } from 'playwright-core'
import type { Student } from '#tests/support/rest-buyer.ts'
import type { OpenShop } from '#tests/support/running-shop.ts'

/** The cards that the payment sandbox knows by what becomes of them. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  authentication: '4000 0027 6000 3184',
} as const

/** Signs the browser in with a token, as an earlier visit would have left it. */
export async function signInAs(page: Page, shop: OpenShop, { token }: Student): Promise<void> {
  // An address of the shop without a page to load.
  await page.goto(`${shop.url}/robots.txt`)
  await page.evaluate((value) => localStorage.setItem('auth_token', value), token)
}

export const cartOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Your Cart' })

/** Puts videos into the cart on their own pages. */
export async function addVideos(page: Page, shop: OpenShop, slugs: readonly string[]): Promise<void> {
  for (const slug of slugs) {
    await page.goto(`${shop.url}/videos/${slug}`)
    await page.getByRole('button', { name: /^Add to Cart/ }).click()
    await page.getByRole('button', { name: 'Already in Cart' }).waitFor()
  }
}

export async function openCart(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await cartOf(page).waitFor()
  return cartOf(page)
}

/** From the open page to the checkout with its payment form. */
export async function goToCheckout(page: Page): Promise<void> {
  const cart = await openCart(page)
  await cart.getByRole('button', { name: 'Secure Checkout' }).click()
  await page.waitForURL('**/checkout')
  await page.getByLabel('Card number').waitFor()
}

/** Fills the sandbox's card form as a person would. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
}

export const consentBox = (page: Page): Locator => page.getByLabel(/^Open my films now/)
export const payButton = (page: Page): Locator =>
  page.getByRole('main').getByRole('button', { name: /^Pay / })

/** Agrees, and presses the button that says the sum. */
export async function agreeAndPay(page: Page): Promise<void> {
  await consentBox(page).check()
  await payButton(page).click()
}

export async function waitForPaid(page: Page): Promise<void> {
  await page.waitForURL('**/checkout-success**')
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
}

/** The whole purchase of a signed-in student. */
export async function buy(page: Page, shop: OpenShop, slugs: readonly string[]): Promise<void> {
  await addVideos(page, shop, slugs)
  await goToCheckout(page)
  await typeCard(page, CARDS.good)
  await agreeAndPay(page)
  await waitForPaid(page)
}

/** Label and sum of each row of a summary, such as ["Total", "£306.00"]. */
export function sumsIn(place: Locator): Promise<[string, string][]> {
  return place
    .locator('dl > div')
    .evaluateAll((rows) =>
      rows.map((row): [string, string] => [
        row.querySelector('dt')?.textContent ?? '',
        row.querySelector('dd')?.textContent ?? '',
      ]),
    )
}
