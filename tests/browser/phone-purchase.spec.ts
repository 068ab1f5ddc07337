import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { openAccount, PASSWORD } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect } from './inspect.ts'
import { CARDS, cartOf, consentBox, payButton, sumsIn, typeCard, waitForPaid } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

describe('on a phone, by touch', () => {
  it('buys a video from the menu to the dashboard, and signs out', async () => {
    const { email } = await openAccount(shop, 'phone')
    const visitor = await visit(browser, PHONE)
    const { page } = visitor
    await page.goto(shop.url, { waitUntil: 'networkidle' })
    const header = page.getByRole('banner')
    expect(await header.getByRole('link', { name: 'Pricing' }).isVisible()).toBe(false)

    // The first tap counts although the page has no script yet.
    await header.getByRole('button', { name: 'Menu' }).tap()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await menu.waitFor()
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      'Videos',
      'Pricing',
      'Help and Support',
      'Sign In',
      'Sign Up',
    ])
    await inspect(page, 'phone-1-menu')
    await menu.getByRole('link', { name: 'Videos' }).tap()
    await menu.waitFor({ state: 'hidden' })
    await page.waitForURL(`${shop.url}/#videos`)

    // A video at a closer look fills the screen.
    await page.locator('#videos').getByRole('link', { name: 'Navigation' }).tap()
    const dialog = page.getByRole('dialog', { name: 'Navigation' })
    await dialog.getByText('112 minutes').waitFor()
    expect((await dialog.boundingBox())?.width).toBe(390)
    await inspect(page, 'phone-2-film')

    // Back closes it, and stays on the page.
    await page.evaluate(() => history.back())
    await dialog.waitFor({ state: 'hidden' })
    await page.waitForURL(`${shop.url}/#videos`)
    await page.locator('#videos').getByRole('link', { name: 'Navigation' }).tap()
    await dialog.getByRole('button', { name: 'Add to Cart, £60' }).tap()
    await page.getByText('Added to your cart').first().waitFor()

    // "Already in Cart" closes the video and opens the cart, which has the whole width.
    await page.locator('#videos').getByRole('link', { name: 'Navigation' }).tap()
    await dialog.getByRole('button', { name: 'Already in Cart' }).tap()
    const cart = cartOf(page)
    await cart.waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect((await cart.boundingBox())?.width).toBe(390)
    await cart.getByRole('button', { name: 'Remove Navigation' }).tap()
    await cart.getByText('Your cart is empty').waitFor()
    await inspect(page, 'phone-3-empty')
    await cart.getByRole('link', { name: 'See the films' }).tap()
    await cart.waitFor({ state: 'hidden' })

    await page.locator('#videos').getByRole('link', { name: 'Human Performance' }).tap()
    await page.getByRole('button', { name: 'Add to Cart, £40' }).tap()
    await header.getByRole('button', { name: 'Cart, 1 film in it' }).tap()
    await cart.getByLabel('Club code').fill('hedgerow17')
    await cart.getByRole('button', { name: 'Apply' }).tap()
    await cart.getByText('Hedgerow Flying Club: 10% off').first().waitFor()
    expect((await sumsIn(cart)).at(-1)).toEqual(['Total', '£36.00'])
    await inspect(page, 'phone-4-cart')
    await cart.getByRole('button', { name: 'Secure Checkout' }).tap()

    await page.waitForURL('**/login?redirect=checkout')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).tap()
    await page.waitForURL('**/checkout')
    await page.getByLabel('Card number').waitFor()
    await inspect(page, 'phone-5-checkout')
    await typeCard(page, CARDS.good)
    await consentBox(page).tap()
    expect(await payButton(page).innerText()).toBe('Pay £36.00')
    await payButton(page).tap()
    await waitForPaid(page)
    await inspect(page, 'phone-6-paid')
    await page.getByRole('button', { name: 'Go to My Videos' }).tap()
    const dashboard = '**/dashboard/*'
    await page.waitForURL(dashboard)
    await page.getByRole('button', { name: 'Start Human Performance' }).tap()
    const player = page.getByRole('dialog', { name: 'Human Performance' })
    await player.locator('video').waitFor()
    await page.evaluate(() => history.back())
    await player.waitFor({ state: 'hidden' })
    await page.waitForURL(dashboard)

    await header.getByRole('button', { name: 'Menu' }).tap()
    const ownMenu = page.getByRole('dialog', { name: 'Welcome, phone' })
    await ownMenu.getByRole('link', { name: 'My Videos' }).waitFor()
    await inspect(page, 'phone-7-own-menu')
    await ownMenu.getByRole('button', { name: 'Sign Out' }).tap()
    await page.waitForURL('**/login')
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('closes a toast with a swipe to the right, and keeps it after a short one', async () => {
    const { page, context, problems } = await visit(browser, PHONE)
    await page.goto(`${shop.url}/videos/navigation`)
    await page.getByRole('button', { name: /^Add to Cart/ }).tap()
    const notice = page.getByRole('status').filter({ hasText: 'Added to your cart' })
    await notice.waitFor()
    await page.clock.install()
    const box = await page.locator('.toast').boundingBox()
    const from = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 20 }

    const swipe = async (pixels: number) => {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + pixels / 2, from.y)
      await page.mouse.move(from.x + pixels, from.y)
      await page.mouse.up()
    }
    await swipe(40)
    expect(await page.locator('.toast').isVisible()).toBe(true)
    await swipe(70)
    await page.locator('.toast').waitFor({ state: 'hidden' })
    expect(problems).toEqual([])
    await context.close()
  })
})
