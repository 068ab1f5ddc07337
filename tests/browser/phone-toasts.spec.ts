import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { sharedShop } from '#tests/support/running-shop.ts'

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
  ['/register', 'Create account', 'Please fix the errors', 844],
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
