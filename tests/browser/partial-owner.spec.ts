import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect } from './inspect.ts'
import {
  addVideos,
  agreeAndPay,
  buy,
  CARDS,
  cartOf,
  goToCheckout,
  openCart,
  payButton,
  signInAs,
  sumsIn,
  typeCard,
  waitForPaid,
} from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

describe('a student who owns part of the collection', () => {
  it('completes it with £40 off, reads what that gives, and pays on one device what the other has not bought', async () => {
    const visitor = await visit(browser)
    const { page } = visitor
    const account = await openAccount(shop, 'collector')
    await signInAs(page, shop, account)
    await buy(page, shop, ['air-law', 'communications'])

    // The library knows what is owned; the button says that the rest is open for three months each.
    await page.goto(`${shop.url}/#videos`)
    const library = page.locator('#videos')
    await library.getByText('Owned', { exact: true }).first().waitFor()
    expect(await library.getByText('Owned', { exact: true }).count()).toBe(2)
    await inspect(page, 'owner-1-library')
    await library.getByRole('button', { name: 'Add remaining videos: 3 months each' }).click()
    await page.getByText('Added Remaining Videos').first().waitFor()

    const cart = await openCart(page)
    expect(await cart.getByRole('button', { name: /^Remove / }).count()).toBe(5)
    // Navigation, Meteorology, Principles of Flight and Aircraft General at £60, Human Performance at £40.
    expect(await sumsIn(cart)).toEqual([
      ['Five films', '£280.00'],
      ['Complete collection', '−£40.00'],
      ['Total', '£240.00'],
    ])
    await inspect(page, 'owner-2-cart')
    await cart.getByRole('button', { name: 'Close' }).click()
    await goToCheckout(page)
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    expect(await sumsIn(summary)).toEqual([
      ['Complete collection', '−£40.00'],
      ['Price before VAT', '£200.00'],
      ['VAT, 20%', '£40.00'],
      ['Total', '£240.00'],
    ])
    expect(await payButton(page).innerText()).toBe('Pay £240.00')

    // Meanwhile two of the five are bought on another device: its order takes the place of this one.
    const elsewhere = await visit(browser)
    const other = elsewhere.page
    await signInAs(other, shop, account)
    await addVideos(other, shop, ['navigation', 'human-performance'])
    await goToCheckout(other)
    await other.getByRole('button', { name: 'Pay £100.00' }).waitFor()
    await typeCard(other, CARDS.good)
    await agreeAndPay(other)
    await waitForPaid(other)
    await elsewhere.context.close()

    // The first device's order is cancelled. It says so, takes no money, and offers what is left.
    await typeCard(page, CARDS.good)
    await agreeAndPay(page)
    await page.getByRole('region', { name: 'Please look at the order again' }).waitFor()
    await page.getByRole('button', { name: 'Pay £140.00' }).waitFor()
    expect((await sumsIn(summary)).at(-1)).toEqual(['Total', '£140.00'])
    await inspect(page, 'owner-3-renewed')
    await typeCard(page, CARDS.good)
    await payButton(page).click()
    await waitForPaid(page)
    await page.getByRole('button', { name: 'Go to My Videos' }).click()
    await page.getByRole('heading', { name: 'Your Videos' }).waitFor()
    expect(await page.getByRole('button', { name: /^Start (?!watching)/ }).count()).toBe(7)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('has what was bought elsewhere dropped from cart and checkout', async () => {
    const visitor = await visit(browser)
    const { page } = visitor
    await signInAs(page, shop, await openAccount(shop, 'elsewhere'))
    await addVideos(page, shop, ['navigation', 'meteorology'])
    await goToCheckout(page)
    expect(await payButton(page).innerText()).toBe('Pay £120.00')

    const elsewhere = await visit(browser)
    const token = await page.evaluate(() => localStorage.getItem('auth_token'))
    await signInAs(elsewhere.page, shop, { id: '', email: '', token: token ?? '' })
    await buy(elsewhere.page, shop, ['navigation'])

    await page.reload()
    await page.getByRole('button', { name: 'Pay £60.00' }).waitFor()
    await page.getByText('1 video removed, already owned').first().waitFor()
    const summary = page.getByRole('complementary', { name: 'Order summary' })
    expect(await summary.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Meteorology'),
    ])
    const cart = await openCart(page)
    expect(await cart.getByRole('button', { name: /^Remove / }).count()).toBe(1)
    await cart.getByRole('button', { name: 'Close' }).click()
    await cartOf(page).waitFor({ state: 'hidden' })

    // All of it bought elsewhere: nothing is left to pay, so the videos are shown.
    await buy(elsewhere.page, shop, ['meteorology'])
    await page.goto(`${shop.url}/checkout`)
    await page.waitForURL('**/dashboard/*')
    await page.getByRole('heading', { name: 'Meteorology' }).waitFor()
    expect([...visitor.problems, ...elsewhere.problems]).toEqual([])
    await visitor.context.close()
    await elsewhere.context.close()
  })
})
