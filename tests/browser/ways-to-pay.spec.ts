import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, type Visit, visit } from '#tests/support/browser.ts'
import { openAccount, type Student } from '#tests/support/rest-buyer.ts'
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

/** A signed-in student in front of the pay button, with one video of £60. */
async function atTheCheckout(name: string): Promise<{ visitor: Visit; student: Student }> {
  const student = await openAccount(shop, name)
  const visitor = await visit(browser)
  await signInAs(visitor.page, shop, student)
  await addVideos(visitor.page, shop, ['navigation'])
  await goToCheckout(visitor.page)
  return { visitor, student }
}

/** How often the student bought, and how many invoices came of it. */
async function boughtBy({ id, token }: Student): Promise<number> {
  const answer = await fetch(`${shop.url}/api/users/${id}/purchases`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return ((await answer.json()) as unknown[]).length
}

/** From the foot of what is said to the field that it is said of. */
async function distanceToCard(page: Page, note: Locator): Promise<number> {
  const [said, card] = [await note.boundingBox(), await page.getByLabel('Card number').boundingBox()]
  if (!said || !card) throw new Error('The note or the card is not shown')
  return card.y - said.y - said.height
}

async function leaveFor(page: Page, method: 'Klarna' | 'Revolut Pay'): Promise<void> {
  await page.getByRole('radio', { name: method }).check()
  await agreeAndPay(page)
  await page.waitForURL('**/dev/stripe/away/**')
  await page.getByText(`This page stands in for ${method}.`).waitFor()
}

describe('a card', () => {
  it('that is declined, one that fails its authentication, and then one that pays: paid once', async () => {
    const { visitor, student } = await atTheCheckout('three-cards')
    const { page } = visitor

    await typeCard(page, CARDS.declined)
    const summaryTop = () =>
      page
        .getByRole('complementary', { name: 'Order summary' })
        .evaluate((aside) => aside.getBoundingClientRect().top - document.body.getBoundingClientRect().top)
    await page.evaluate(() => scrollTo(0, 0))
    const top = await summaryTop()
    await agreeAndPay(page)
    const note = page.getByRole('region', { name: 'Payment Failed' })
    await note.getByText('Your card was declined.').waitFor()
    await note.getByText('Nothing was taken, and your cart is kept.').waitFor()
    expect(await note.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.evaluate(() => scrollTo(0, 0))
    expect(await summaryTop()).toBe(top)
    expect(await distanceToCard(page, note)).toBeLessThan(200)
    await inspect(page, 'pay-1-declined')
    await page.getByRole('radio', { name: 'Klarna' }).check()
    await note.waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'Card' }).check()

    await typeCard(page, CARDS.authentication)
    await payButton(page).click()
    const bank = page.getByRole('dialog', { name: /^3-D Secure/ })
    await bank.getByText('£60.00').waitFor()
    await inspect(page, 'pay-2-bank')
    await bank.getByRole('button', { name: 'Fail authentication' }).click()
    await note.getByText('We are unable to authenticate your payment method.').waitFor()
    expect(await boughtBy(student)).toBe(0)

    await payButton(page).click()
    await bank.getByRole('button', { name: 'Complete authentication' }).click()
    await waitForPaid(page)
    expect(await boughtBy(student)).toBe(1)

    // Going back does not lead to a second payment.
    await page.goBack()
    await page.waitForURL((url) => url.pathname !== '/checkout-success')
    await page.goto(`${shop.url}/checkout`)
    await page.waitForURL(`${shop.url}/`)
    expect(await boughtBy(student)).toBe(1)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })
})

describe('a payment that leaves the page', () => {
  it('is approved there, and the cart is empty when it comes back', async () => {
    const { visitor, student } = await atTheCheckout('approved')
    const { page } = visitor
    await leaveFor(page, 'Klarna')
    await page.getByRole('button', { name: 'Approve the payment' }).click()
    await waitForPaid(page)
    expect(page.url()).not.toContain('client_secret')
    expect((await shop.mail(student.email, /film/i)).text).toContain('Paid by: Klarna.')
    await (await openCart(page)).getByText('Your cart is empty').waitFor()
    expect(await boughtBy(student)).toBe(1)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('is refused there: the cart is kept and leads to the same sum', async () => {
    const { visitor, student } = await atTheCheckout('refused')
    const { page } = visitor
    await leaveFor(page, 'Revolut Pay')
    await page.getByRole('button', { name: 'Refuse the payment' }).click()
    await page.getByRole('heading', { name: 'Payment Failed' }).waitFor()
    await page.getByText('Nothing was taken. Your cart is kept.').waitFor()
    await inspect(page, 'pay-3-refused')
    await page.getByRole('button', { name: 'Cart, 1 film in it' }).waitFor()
    expect(await boughtBy(student)).toBe(0)

    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByLabel('Card number').waitFor()
    await typeCard(page, CARDS.good)
    await agreeAndPay(page)
    await waitForPaid(page)
    expect(await boughtBy(student)).toBe(1)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('is left pending: the page says so, and turns to paid by itself', async () => {
    const { visitor, student } = await atTheCheckout('pending')
    const { page } = visitor
    await leaveFor(page, 'Klarna')
    await page.getByRole('button', { name: 'Leave it pending' }).click()
    await page.getByRole('heading', { name: 'Payment on its way' }).waitFor()
    await page.getByText('Klarna has not confirmed yet.').waitFor()
    await page.getByRole('button', { name: 'Cart, 1 film in it' }).waitFor()
    await inspect(page, 'pay-4-pending')
    expect(await boughtBy(student)).toBe(0)

    // The checkout does not offer to pay a second time.
    const other = await visitor.context.newPage()
    await other.goto(`${shop.url}/checkout`)
    await other.getByRole('heading', { name: 'Payment on its way' }).waitFor()
    await other.goto(`${shop.url}/dashboard`)
    await other.getByText('Payment on its way: Navigation').waitFor()
    await other.getByText('Klarna has not confirmed yet.').waitFor()
    await inspect(other, 'pay-5-pending-dashboard')
    await other.goto(`${shop.url}/support`)
    await other.getByRole('banner').getByRole('link', { name: 'Payment on its way' }).waitFor()
    await other.goto(`${shop.url}/dev/stripe`)
    await other
      .locator('.box', { hasText: 'processing' })
      .getByRole('button', { name: 'Let it succeed' })
      .click()

    await waitForPaid(page)
    await page.getByRole('button', { name: 'Cart', exact: true }).waitFor()
    expect(await boughtBy(student)).toBe(1)
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('is left pending and fails: the page says that nothing was taken', async () => {
    const { visitor, student } = await atTheCheckout('fails-later')
    const { page } = visitor
    await leaveFor(page, 'Klarna')
    await page.getByRole('button', { name: 'Leave it pending' }).click()
    await page.getByRole('heading', { name: 'Payment on its way' }).waitFor()
    // Klarna has it, so that Stripe takes it back no more.
    await page.getByRole('button', { name: 'Cancel this order' }).click()
    await page.getByText(/^This payment can no longer be cancelled here\./).waitFor()
    expect(await page.getByRole('button', { name: 'Cancel this order' }).count()).toBe(0)
    await inspect(page, 'pay-6-not-cancelled')
    const other = await visitor.context.newPage()
    await other.goto(`${shop.url}/dev/stripe`)
    await other
      .locator('.box', { hasText: 'processing' })
      .getByRole('button', { name: 'Let it fail' })
      .click()
    await page.getByRole('heading', { name: 'Payment Failed' }).waitFor()
    await page.getByRole('button', { name: 'Cart, 1 film in it' }).waitFor()
    expect(await boughtBy(student)).toBe(0)
    await visitor.context.close()
  })
})
