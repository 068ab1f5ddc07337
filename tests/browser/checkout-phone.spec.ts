import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect, WIDE_AND_NARROW } from './inspect.ts'
import {
  addVideos,
  agreeAndPay,
  CARDS,
  consentBox,
  goToCheckout,
  payButton,
  signInAs,
  typeCard,
  waitForPaid,
} from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

async function openOrder(name: string, slugs: readonly string[]) {
  const visitor = await visit(browser, PHONE)
  await signInAs(visitor.page, shop, await openAccount(shop, name))
  await addVideos(visitor.page, shop, slugs)
  await goToCheckout(visitor.page)
  return visitor
}

const summarySwitch = (page: Page, name: RegExp) => page.getByRole('main').getByRole('button', { name })

describe('the checkout on a phone', () => {
  it('is short, asks for no address unless it is wanted, and has the wallet first', async () => {
    const { page, context, problems } = await openOrder('short-checkout', ['navigation'])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_700)
    const top = async (name: string) => (await page.getByRole('button', { name }).boundingBox())?.y ?? 0
    const card = (await page.getByLabel('Card number').boundingBox())?.y ?? 0
    expect(await top('Sandbox wallet')).toBeLessThan(card)
    expect(await page.getByLabel('Address line 1').count()).toBe(0)
    await page.getByLabel('I need a full VAT invoice').check()
    await page.getByLabel('Address line 1').waitFor()
    await inspect(page, 'checkout-phone-1')
    expect(problems).toEqual([])
    await context.close()
  })

  it('lets a film and a code be taken out and a code be put in, above the form', async () => {
    const { page, context, problems } = await openOrder('changes-order', ['navigation', 'human-performance'])
    await summarySwitch(page, /^Navigation and one more/).tap()
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    await summary.getByLabel('Club code').fill('hedgerow17')
    await summary.getByRole('button', { name: 'Apply' }).tap()
    await payButton(page).filter({ hasText: 'Pay £90.00' }).waitFor()
    await inspect(page, 'checkout-phone-2')
    await summary.getByRole('button', { name: 'Remove Navigation' }).tap()
    await payButton(page).filter({ hasText: 'Pay £36.00' }).waitFor()
    await summary.getByRole('button', { name: 'Remove code HEDGEROW17' }).tap()
    await payButton(page).filter({ hasText: 'Pay £40.00' }).waitFor()
    await page.getByRole('button', { name: 'Cart, 1 film in it' }).waitFor()
    await page.reload()
    await payButton(page).filter({ hasText: 'Pay £40.00' }).waitFor()
    await typeCard(page, CARDS.good)
    await agreeAndPay(page)
    await waitForPaid(page)
    await page.getByRole('button', { name: 'Start Human Performance' }).tap()
    await page.getByRole('dialog', { name: 'Human Performance' }).locator('video').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  it('pays by a wallet in one press, once the films may open', async () => {
    const { page, context, problems } = await openOrder('pays-by-wallet', ['navigation'])
    const wallet = page.getByRole('button', { name: 'Sandbox wallet' })
    await wallet.tap()
    await page.getByText('Please confirm that the films may open now.').waitFor()
    expect(await consentBox(page).evaluate((box) => box === document.activeElement)).toBe(true)
    await consentBox(page).tap()
    await page.getByText('Please confirm that the films may open now.').waitFor({ state: 'detached' })
    await wallet.tap()
    await waitForPaid(page)
    await inspect(page, 'checkout-phone-3-paid')
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('the checkout in a wider window', () => {
  it('has the order summary beside the form from 960 pixels on, and above it below them, whole', async () => {
    const { page, context, problems } = await openOrder('summary-beside', ['navigation'])
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    const form = page.getByRole('heading', { name: 'Before the films open' })
    for (const [width, isBeside] of [
      [820, false],
      [940, false],
      [960, true],
      [1180, true],
      [1440, true],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const [aside, start] = [await summary.boundingBox(), await form.boundingBox()]
      if (!aside || !start) throw new Error('The checkout is not shown')
      expect([width, aside.x > start.x + start.width]).toEqual([width, isBeside])
      expect([width, await summary.getByText('Total', { exact: true }).isVisible()]).toEqual([width, true])
    }
    await page.setViewportSize({ width: 1180, height: 900 })
    await inspect(page, 'checkout-phone-6-tablet')
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('two tabs with different carts', () => {
  it('the older says so before a card is typed, and orders what is in the cart now', async () => {
    const { page, context, problems } = await openOrder('two-carts', ['navigation'])
    const other = await context.newPage()
    await addVideos(other, shop, ['meteorology'])
    await page.getByText('Your cart has changed').waitFor()
    expect(await page.getByLabel('Card number').count()).toBe(0)
    await inspect(page, 'checkout-phone-4-moved')
    await goToCheckout(other)
    await page.getByRole('button', { name: 'Order what is in the cart now' }).tap()
    await payButton(page).filter({ hasText: 'Pay £120.00' }).waitFor()
    await typeCard(page, CARDS.good)
    await agreeAndPay(page)
    await waitForPaid(page)
    await other.getByText('Your cart is empty').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('two devices with different carts', () => {
  it('the older says so when it is looked at again, and is ordered anew', async () => {
    const account = await openAccount(shop, 'two-devices')
    const [desk, phone] = [await visit(browser), await visit(browser, PHONE)]
    await signInAs(desk.page, shop, account)
    await addVideos(desk.page, shop, ['navigation'])
    await goToCheckout(desk.page)
    await signInAs(phone.page, shop, account)
    await addVideos(phone.page, shop, ['meteorology', 'human-performance'])
    await goToCheckout(phone.page)
    const comeBack = () => desk.page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await comeBack()
    await desk.page.getByText('This order is no longer open').waitFor()
    expect(await desk.page.getByLabel('Card number').count()).toBe(0)
    await inspect(desk.page, 'checkout-phone-5-replaced', { looks: WIDE_AND_NARROW })
    await typeCard(phone.page, CARDS.good)
    await agreeAndPay(phone.page)
    await waitForPaid(phone.page)
    await desk.page.getByRole('button', { name: 'Order these films again' }).click()
    await typeCard(desk.page, CARDS.good)
    await agreeAndPay(desk.page)
    await waitForPaid(desk.page)
    expect([...desk.problems, ...phone.problems]).toEqual([])
    await Promise.all([desk.context.close(), phone.context.close()])
  })
})
