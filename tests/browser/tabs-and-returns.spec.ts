import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, visit } from '#tests/support/browser.ts'
import { bearer, buyByRest, openAccount, PASSWORD, post } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect } from './inspect.ts'
import {
  addVideos,
  agreeAndPay,
  CARDS,
  goToCheckout,
  openCart,
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

/** The payment intent that the sandbox has asked about last, from the calls of the page. */
function intentsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const id = /payment_intents\/(pi_\w+)/.exec(request.url())?.[1]
    if (id !== undefined && !asked.includes(id)) asked.push(id)
  })
  return asked
}

const cartButton = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name, exact: true })

describe('two tabs', () => {
  it('agree on the cart and on who is signed in', async () => {
    const visitor = await visit(browser)
    const { page } = visitor
    await signInAs(page, shop, await openAccount(shop, 'two-tabs'))
    await page.goto(shop.url)
    const other = await visitor.context.newPage()
    await other.goto(shop.url)
    await cartButton(other, 'Cart').waitFor()

    await addVideos(page, shop, ['navigation'])
    await cartButton(other, 'Cart, 1 film in it').waitFor()
    await addVideos(other, shop, ['meteorology'])
    await cartButton(page, 'Cart, 2 films in it').waitFor()
    const cart = await openCart(page)
    await cart.getByRole('button', { name: 'Remove Navigation' }).click()
    await cartButton(other, 'Cart, 1 film in it').waitFor()
    await cart.getByRole('button', { name: 'Close' }).click()

    // Signed out in one: the other knows, and keeps the cart.
    await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    await other.getByRole('banner').getByRole('link', { name: 'Sign In' }).waitFor()
    await cartButton(other, 'Cart, 1 film in it').waitFor()

    // Signed in again in one: so is the other.
    await page.goto(`${shop.url}/login`)
    await page.getByLabel('Email').fill('two-tabs@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL(`${shop.url}/`)
    await other.getByText('Welcome, two-tabs').waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })
})

describe('a tab that was left open while another bought', () => {
  it('refuses what is owned by now, and shows it as owned', async () => {
    const { page, context } = await visit(browser)
    const student = await openAccount(shop, 'stale-tab')
    await signInAs(page, shop, student)
    await page.goto(`${shop.url}/videos/navigation`)
    await page.getByText('Welcome, stale-tab').waitFor()
    await buyByRest(shop, student, { videoIds: [2] })
    await page.getByRole('button', { name: /^Add to Cart/ }).click()
    await page.getByText('Already Owned', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Play Video' }).waitFor()
    await cartButton(page, 'Cart').waitFor()
    await context.close()
  })
})

describe('the checkout, left and come back to', () => {
  it('gives the same order after a reload and after the back button', async () => {
    const visitor = await visit(browser)
    const { page } = visitor
    await signInAs(page, shop, await openAccount(shop, 'comes-back'))
    await addVideos(page, shop, ['navigation'])
    const intents = intentsOf(page)
    await goToCheckout(page)
    await page.reload()
    await page.getByLabel('Card number').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'terms of service' }).click()
    await page.waitForURL('**/terms-of-service')
    await page.goBack()
    await page.getByLabel('Card number').waitFor()
    expect(await payButton(page).innerText()).toBe('Pay £60.00')
    expect(intents).toHaveLength(1)

    // Another cart is another order.
    await addVideos(page, shop, ['meteorology'])
    await goToCheckout(page)
    expect(await payButton(page).innerText()).toBe('Pay £120.00')
    expect(intents).toHaveLength(2)
    await typeCard(page, CARDS.good)
    await agreeAndPay(page)
    await waitForPaid(page)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('asks to sign in again when the session has ended, and keeps the cart', async () => {
    const visitor = await visit(browser)
    const { page } = visitor
    const student = await openAccount(shop, 'session-lost')
    await signInAs(page, shop, student)
    await addVideos(page, shop, ['navigation'])
    await goToCheckout(page)
    await typeCard(page, CARDS.good)

    await post(`${shop.url}/api/auth/logout`, {}, bearer(student.token))
    await agreeAndPay(page)
    await page.waitForURL('**/login?redirect=checkout')
    await page.getByText('Please sign in again').first().waitFor()
    await page.getByText('Nothing was taken, and your cart is kept.').first().waitFor()
    await cartButton(page, 'Cart, 1 film in it').waitFor()
    await inspect(page, 'session-lost')

    await page.getByLabel('Email').fill(student.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await page.waitForURL('**/checkout')
    await page.getByLabel('Card number').waitFor()
    await typeCard(page, CARDS.good)
    await agreeAndPay(page)
    await waitForPaid(page)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('has to be signed in, and has to have something to buy', async () => {
    const { page, context } = await visit(browser)
    await page.goto(`${shop.url}/checkout`)
    await page.waitForURL('**/login?redirect=checkout')
    await signInAs(page, shop, await openAccount(shop, 'empty-handed'))
    await page.goto(`${shop.url}/checkout`)
    await page.waitForURL(`${shop.url}/`)
    await context.close()
  })
})
