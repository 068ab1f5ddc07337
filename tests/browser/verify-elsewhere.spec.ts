import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { confirmationLink, PASSWORD, post } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect } from './inspect.ts'
import { addVideos, cartOf, openCart } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** Registers elsewhere, and opens the link of the mail here. */
async function openLinkOf(name: string): Promise<Page> {
  const email = `${name}@example.com`
  await post(`${shop.url}/api/auth/register`, { username: name, email, password: PASSWORD })
  const { page } = await visit(browser)
  await page.goto(await confirmationLink(shop, email))
  await page.getByText(`An account was opened for ${email}`).waitFor()
  return page
}

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).click()

async function signsIn(email: string, password: string): Promise<boolean> {
  const answer = await fetch(`${shop.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.ok && ((await answer.json()) as { success: boolean }).success
}

it('a link opened in another browser asks for the password, and then signs in', async () => {
  const page = await openLinkOf('other-browser')
  await inspect(page, 'elsewhere-1-password')
  await page.getByLabel('Password', { exact: true }).fill('not this one 27')
  await press(page, 'Confirm address')
  await page.getByText('This is not the password the account was opened with.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Confirm address')
  await page.getByText('Welcome!').first().waitFor()
  await page.getByRole('banner').getByText('Welcome, other-browser').waitFor()
  await page.context().close()
})

it('the tab that waits goes on by itself, and the other browser offers the cart', async () => {
  const email = 'mail-app@example.com'
  const { page } = await visit(browser, PHONE)
  await addVideos(page, shop, ['navigation', 'meteorology'])
  await (await openCart(page)).getByRole('button', { name: 'Secure Checkout' }).click()
  await page.waitForURL('**/login?redirect=checkout')
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await page.getByLabel('Username').fill('mail-app')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await press(page, 'Create account')
  await page.getByRole('link', { name: 'I have confirmed, sign in' }).waitFor()
  await inspect(page, 'elsewhere-4-waiting')

  const { page: mailApp } = await visit(browser, PHONE)
  await mailApp.goto(await confirmationLink(shop, email))
  await mailApp.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(mailApp, 'Confirm address')
  await mailApp.waitForURL(`${shop.url}/`)
  const cart = cartOf(mailApp)
  await cart.getByText('Navigation, Meteorology').waitFor()
  await inspect(mailApp, 'elsewhere-5-kept-cart')
  await cart.getByRole('button', { name: 'Put it in this cart' }).click()
  await cart.getByRole('button', { name: 'Remove Meteorology' }).waitFor()

  await page.waitForURL('**/login?redirect=checkout')
  await page.getByText('Your email address is confirmed.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Sign In')
  await page.waitForURL('**/checkout')
  await page.getByLabel('Card number').waitFor()
  for (const one of [page, mailApp]) await one.context().close()
})

it("the owner of a mailbox sets a password of their own, and the stranger's is worth nothing", async () => {
  const page = await openLinkOf('own-mailbox')
  await press(page, 'Set a new one')
  await inspect(page, 'elsewhere-2-new-password')
  await page.getByLabel('New password', { exact: true }).fill('short final, full stop')
  await page.getByLabel('Confirm new password').fill('short final, full stop')
  await press(page, 'Set password and confirm')
  await page.getByText('Welcome!').first().waitFor()
  expect(await signsIn('own-mailbox@example.com', PASSWORD)).toBe(false)
  expect(await signsIn('own-mailbox@example.com', 'short final, full stop')).toBe(true)
  await page.context().close()
})

it('the owner of a mailbox removes what a stranger has opened', async () => {
  const page = await openLinkOf('not-me')
  await press(page, 'It was not me')
  await page.getByRole('heading', { name: 'The account is removed' }).waitFor()
  await inspect(page, 'elsewhere-3-removed')
  expect(await signsIn('not-me@example.com', PASSWORD)).toBe(false)
  await page.context().close()
})

it('a mistyped address is changed where it was typed, and the name stays', async () => {
  const { page } = await visit(browser, PHONE)
  await page.goto(`${shop.url}/register`)
  await page.getByLabel('Username').fill('mistyped')
  await page.getByLabel('Email').fill('mistyped@exmaple.com')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await press(page, 'Create account')
  await press(page, 'Wrong address? Change it')
  await page.getByLabel('Email').fill('mistyped@example.com')
  await inspect(page, 'elsewhere-6-change-address')
  await press(page, 'Send the link there')
  await page.getByText('Email sent!').waitFor()
  await inspect(page, 'elsewhere-7-changed')
  const dead = await confirmationLink(shop, 'mistyped@exmaple.com')
  const [wrongMailbox, rightMailbox] = [await page.context().newPage(), await page.context().newPage()]
  await wrongMailbox.goto(dead)
  await wrongMailbox.getByText('Email verification failed.').waitFor()
  await rightMailbox.goto(await confirmationLink(shop, 'mistyped@example.com'))
  await rightMailbox.getByRole('banner').getByRole('button', { name: 'Menu' }).tap()
  await rightMailbox.getByRole('dialog', { name: 'Welcome, mistyped' }).waitFor()
  await page.context().close()
})
