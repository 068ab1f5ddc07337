import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect } from './inspect.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const PASSWORD = 'left base, gear down'

/** Fills the sandbox's card form as a person would. */
async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12 / 34')
  await page.getByLabel('Security code').fill('123')
}

const positionOf = (page: Page) =>
  page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('from the empty shop to the resumed video, on a %s', (device, options) => {
  it('walks the whole way', async () => {
    const visitor = await visit(browser, options)
    const { page } = visitor
    const email = `walker-${device}@example.com`
    const isPhone = device === 'phone'

    // Home, read before any script ran: the server rendered it.
    const html = await (await fetch(`${shop.url}/`)).text()
    expect(html).toContain('Principles of Flight')
    await page.goto(shop.url, { waitUntil: 'networkidle' })
    for (const title of ['Air Law', 'Navigation', 'Meteorology', 'Human Performance', 'Communications']) {
      expect(await page.locator('#videos').getByText(title, { exact: true }).count()).toBeGreaterThan(0)
    }
    await inspect(page, 'walk-1-home')

    // One video into the cart.
    await page.locator('#videos').getByRole('link', { name: 'Navigation' }).click()
    await page.getByRole('button', { name: /^Add to Cart/ }).click()
    await inspect(page, 'walk-2-added')
    if (!(await page.getByRole('dialog', { name: 'Your Cart' }).isVisible())) {
      await page.getByRole('button', { name: /^Cart/ }).first().click()
    }
    const cart = page.getByRole('dialog', { name: 'Your Cart' })
    await cart.waitFor()
    await inspect(page, 'walk-3-cart')
    await cart.getByRole('button', { name: 'Secure Checkout' }).click()

    // Not signed in yet: sign up, on the way to the checkout.
    await page.waitForURL('**/login?redirect=checkout')
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
    await page.waitForURL('**/register?redirect=checkout')
    await page.getByLabel('Username').fill(`walker-${device}`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await inspect(page, 'walk-4-register')
    await page.getByRole('main').getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/verify-email-pending')
    await page.getByText(email).waitFor()
    await inspect(page, 'walk-5-pending')

    // The link of the mail signs in and goes on to the checkout.
    const { links } = await shop.mail(email, /Confirm your email/)
    await page.goto(links.find((link) => link.includes('/verify-email?token=')) ?? '')
    await page.getByText('Welcome!').first().waitFor()
    await page.waitForURL('**/checkout')
    const form = page.getByLabel('Card number')
    await form.waitFor()
    const pay = page.getByRole('button', { name: 'Pay £60.00' })
    expect(await pay.isDisabled()).toBe(false)
    await inspect(page, 'walk-6-checkout')

    // A declined card takes nothing and keeps the cart.
    await typeCard(page, '4000 0000 0000 0002')
    await page.getByLabel(/^Open my films now/).check()
    await pay.click()
    await page.getByRole('main').getByText('Payment Failed').waitFor()
    await inspect(page, 'walk-7-declined')

    // Another card pays.
    await typeCard(page, '4242 4242 4242 4242')
    await pay.click()
    await page.waitForURL('**/checkout-success**')
    await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
    await inspect(page, 'walk-8-success')

    // Mail with the invoice.
    const confirmation = await shop.mail(email, /film/i)
    expect(confirmation.attachments.map(({ filename }) => filename)).toEqual([
      expect.stringMatching(/^INV-\d{6}\.pdf$/),
    ])
    const invoice = await fetch(new URL(confirmation.attachments[0]?.url ?? '', shop.url))
    expect(
      Buffer.from(await invoice.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    // The dashboard and the video.
    await page.getByRole('button', { name: 'Go to My Videos' }).click()
    await page.waitForURL('**/dashboard/*')
    const start = page.getByRole('button', { name: /^Start watching/ })
    await start.waitFor()
    await inspect(page, 'walk-9-dashboard')
    await start.click()
    await page.locator('video').waitFor()
    if (isPhone) await page.locator('video').evaluate((video: HTMLVideoElement) => video.play())
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
    await page.locator('video').evaluate((video: HTMLVideoElement) => {
      video.currentTime = 50
    })
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 51)
    await inspect(page, 'walk-10-player')
    const left = await positionOf(page)
    const saved = page.waitForResponse(
      (response) => response.url().includes('progress.save') && response.ok(),
    )
    await page.getByRole('button', { name: 'Close' }).first().click()
    await saved

    // Gone, and back where they stopped.
    await page.goto(shop.url)
    await page.goto(`${shop.url}/dashboard`)
    const goOn = page.getByRole('button', { name: /^Continue watching/ })
    await goOn.waitFor()
    await inspect(page, 'walk-11-continue')
    await goOn.click()
    await page.locator('video').waitFor()
    await page.waitForFunction(
      (from) => (document.querySelector('video')?.currentTime ?? 0) >= from - 3,
      left,
    )
    expect(Math.abs((await positionOf(page)) - left)).toBeLessThan(15)
    await inspect(page, 'walk-12-resumed')
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })
})
