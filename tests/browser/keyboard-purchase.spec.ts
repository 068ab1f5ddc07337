import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, visit } from '#tests/support/browser.ts'
import { openAccount, PASSWORD } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect } from './inspect.ts'
import { tabTo } from './keyboard.ts'
import { CARDS, cartOf, consentBox, payButton, sumsIn, waitForPaid } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

function accessibleDescription(target: Locator): Promise<string> {
  return target.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
  })
}

const notices = (page: Page) => page.locator('.toast')

describe('without a mouse', () => {
  it('buys a video: page, cart, code, sign-in, checkout', async () => {
    const { email } = await openAccount(shop, 'keys')
    const { page, context, problems } = await visit(browser)
    await page.goto(`${shop.url}/videos/navigation`)

    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: /^Skip/ }).waitFor()
    await inspect(page, 'keys-1-skip')
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Add to Cart, £60' }))
    await page.keyboard.press('Enter')
    await notices(page).getByText('Added to your cart').waitFor()

    // F8 focuses the toast; its button closes it.
    await page.keyboard.press('F8')
    await tabTo(page, page.getByRole('button', { name: 'Dismiss' }))
    await page.keyboard.press('Enter')
    await notices(page).waitFor({ state: 'hidden' })

    const open = page.getByRole('banner').getByRole('button', { name: 'Cart, 1 film in it' })
    await page.getByRole('link', { name: 'Ground School' }).first().focus()
    await tabTo(page, open)
    await page.keyboard.press('Enter')
    await cartOf(page).waitFor()
    await tabTo(page, cartOf(page).getByLabel('Club code'))
    await page.keyboard.type('hedgerow17')
    await page.keyboard.press('Enter')
    await cartOf(page).getByText('Hedgerow Flying Club: 10% off').first().waitFor()
    expect((await sumsIn(cartOf(page))).at(-1)).toEqual(['Total', '£54.00'])

    // The focus stays inside while the drawer is open, but for the browser's own bars; Escape closes it and leads back to its
    // button.
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab')
      expect(
        await cartOf(page).evaluate(
          (drawer) => document.activeElement === document.body || drawer.contains(document.activeElement),
        ),
      ).toBe(true)
    }
    await page.keyboard.press('Escape')
    await cartOf(page).waitFor({ state: 'hidden' })
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await tabTo(page, cartOf(page).getByRole('button', { name: 'Secure Checkout' }))
    await page.keyboard.press('Enter')

    await page.waitForURL('**/login?redirect=checkout')
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(email)
    await tabTo(page, page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/checkout')
    await page.getByLabel('Card number').waitFor()

    await tabTo(page, page.getByLabel('Card number'))
    await inspect(page, 'keys-2-card')
    await page.keyboard.type(CARDS.good.replaceAll(' ', ''))
    await tabTo(page, page.getByLabel('Expiry'))
    await page.keyboard.type('1234')
    await tabTo(page, page.getByLabel('Security code'))
    await page.keyboard.type('123')

    // The button can be reached and says what it waits for.
    await tabTo(page, payButton(page))
    expect(await accessibleDescription(payButton(page))).toContain('Tick “Open my films now”')
    await page.keyboard.press('Enter')
    await page.getByText('Please confirm that the films may open now.').waitFor()
    expect(await consentBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    expect(page.url()).toBe(`${shop.url}/checkout`)
    await page.keyboard.press('Space')
    await tabTo(page, payButton(page))
    await page.keyboard.press('Enter')
    await waitForPaid(page)
    await tabTo(page, page.getByRole('button', { name: 'Go to My Videos' }))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/*')
    await tabTo(page, page.getByRole('button', { name: 'Start Navigation' }))
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('notices', () => {
  it('come one at a time: a new one takes the place of the old, the second word of one press waits', async () => {
    const { page, context, problems } = await visit(browser)
    await page.goto(`${shop.url}/#videos`, { waitUntil: 'networkidle' })
    for (const title of ['Navigation', 'Meteorology']) {
      await page.locator('#videos').getByRole('link', { name: title }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Add to Cart/ })
        .click()
      await notices(page).getByText(`${title}, £60`).waitFor()
      expect(await notices(page).count()).toBe(1)
    }
    await page.locator('#videos').getByRole('button', { name: 'Add the Complete Package' }).click()
    await notices(page).getByText('Added Remaining Videos').waitFor()
    expect(await notices(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await notices(page).getByText('£40 bundle discount applied for completing your collection!').waitFor()
    expect(await notices(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await notices(page).waitFor({ state: 'hidden' })

    // An unknown code is refused and cleared.
    await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
    const code = cartOf(page).getByLabel('Club code')
    await code.fill('NOSUCH1')
    await code.press('Enter')
    await cartOf(page).getByText('Please check your referral code and try again.').first().waitFor()
    expect(await code.inputValue()).toBe('')
    expect(problems).toEqual([])
    await context.close()
  })
})
