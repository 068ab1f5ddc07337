import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { buyByRest, openAccount, PASSWORD } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { addVideos, agreeAndPay, CARDS, goToCheckout, signInAs, typeCard, waitForPaid } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** The buttons and fields of the page under the notice. */
function covered(page: Page): Promise<string[]> {
  return page.locator('.toast').evaluate((toast) => {
    const box = toast.getBoundingClientRect()
    return Array.from(document.querySelectorAll('button, a.btn, input'))
      .filter((control) => !toast.contains(control))
      .filter((control) => {
        const { top, bottom, width, height } = control.getBoundingClientRect()
        return width > 1 && height > 1 && top < box.bottom && bottom > box.top
      })
      .map((control) => control.textContent || control.outerHTML)
  })
}

const notice = (page: Page, text: string) =>
  page
    .getByRole('status')
    .filter({ hasText: text })
    .or(page.locator('.toast', { hasText: text }))
    .first()

it.each([
  ['/videos/navigation', /^Add to Cart/, 'Added to your cart', 844],
  ['/videos/navigation', /^Add to Cart/, 'Added to your cart', 560],
  ['/forgot-password', 'Send the link', 'Email Required', 844],
] as const)('on %s a notice lies on no button: %s', async (path, button, text, height) => {
  const { page, context } = await visit(browser, PHONE)
  await page.setViewportSize({ width: 390, height })
  await page.goto(shop.url + path)
  await page.getByRole('main').getByRole('button', { name: button }).tap()
  await notice(page, text).waitFor()
  // It stays while the window is left.
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await expect.poll(() => covered(page)).toEqual([])
  await page.evaluate(() => scrollBy(0, 150))
  await expect.poll(() => covered(page)).toEqual([])
  await context.close()
})

/** What a finger in the middle of a button or link that is in sight meets the notice instead of. */
function hitInstead(page: Page): Promise<string[]> {
  return page.locator('.toast').evaluate((toast) =>
    Array.from(document.querySelectorAll('a[href], button, input, summary'))
      .filter((control) => control.checkVisibility() && !toast.contains(control))
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        const met = document.elementsFromPoint(x + width / 2, y + height / 2)
        return met.includes(control) && met.includes(toast)
      })
      .map((control) => control.textContent || control.outerHTML),
  )
}

/** Notices stand while the window is left. */
async function holdNotices(page: Page): Promise<void> {
  await page.addInitScript(() => setInterval(() => dispatchEvent(new Event('blur')), 100))
}

it.each([844, 560])(
  'the notice of a sign-in, %i px high, lies on nothing that is pressed on the next page',
  async (height) => {
    const student = await openAccount(shop, `toast-${height}`)
    await buyByRest(shop, student, { videoIds: [1, 2, 3] })
    const { page, context } = await visit(browser, { ...PHONE, viewport: { width: 390, height } })
    await holdNotices(page)
    await page.goto(`${shop.url}/login`)
    await page.getByLabel('Email', { exact: true }).fill(student.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).tap()
    await page.getByRole('link', { name: 'Go to My Videos' }).waitFor()
    await expect.poll(() => hitInstead(page)).toEqual([])
    await context.close()
  },
)

it.each([844, 664])(
  'the notice of a payment, %i px high, lies on nothing that is pressed on the next page',
  async (height) => {
    const { page, context } = await visit(browser, { ...PHONE, viewport: { width: 390, height } })
    await holdNotices(page)
    await signInAs(page, shop, await openAccount(shop, `toast-paid-${height}`))
    await addVideos(page, shop, ['navigation'])
    await goToCheckout(page)
    await typeCard(page, CARDS.good)
    await agreeAndPay(page)
    await waitForPaid(page)
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Download invoice/ })
      .waitFor()
    await expect.poll(() => hitInstead(page)).toEqual([])
    await context.close()
  },
)
