import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect } from './inspect.ts'
import { cartOf } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const cartButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Cart', exact: true })
/** What cannot be done without the script. */
const piece = (page: Page) => page.locator('.snippet').first()
const player = (page: Page) => page.getByRole('dialog').locator('video')
const SCRIPTS = '**/assets/*.js'
const notice = (page: Page) => page.getByRole('alert').getByText('You are offline')

const devices = [
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const

it.each(devices)('what is pressed without a connection happens when it is back: %s', async (_, device) => {
  const { page, context } = await visit(browser, device)
  // Before any of the script that is fetched behind the page has come.
  await page.route(SCRIPTS, (route) => route.abort())
  await page.goto(shop.url)
  await context.setOffline(true)
  await page.unroute(SCRIPTS)
  await piece(page).click()
  await notice(page).waitFor()
  expect(await player(page).count()).toBe(0)

  await context.setOffline(false)
  await player(page).waitFor()
  expect(await notice(page).count()).toBe(0)
  const sheets = await page.evaluate(() => Array.from(document.styleSheets, ({ href }) => href ?? ''))
  expect(sheets).toContainEqual(expect.stringMatching(/\/shop-[^/]*\.css$/))
  await context.close()
})

it.each(devices)('a piece of script that came to nothing is asked for again: %s', async (_, device) => {
  const { page, context } = await visit(browser, device)
  let asked = 0
  await page.route('**/assets/home-screen-*.js', (route) => {
    asked += 1
    return asked === 1 ? route.abort() : route.continue()
  })
  await page.goto(shop.url)
  await piece(page).click()
  await player(page).waitFor()
  expect(asked).toBeGreaterThan(1)
  expect(await notice(page).count()).toBe(0)
  await context.close()
})

it('a video that plays before the script has come and breaks off is handed to the player', async () => {
  const { page, context } = await visit(browser, PHONE)
  await page.route(SCRIPTS, (route) => route.abort())
  await page.route(/\.mp4$/, (route) => route.abort())
  await page.goto(shop.url)
  await page.getByRole('button', { name: 'Watch the introduction' }).click()
  await page.waitForFunction(() => document.querySelector('video')?.error)
  await page.unroute(SCRIPTS)
  await page.getByText('The film has stopped', { exact: true }).waitFor()
  await page.unroute(/\.mp4$/)
  await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
  await page.waitForFunction(
    () => Number(document.querySelector<HTMLVideoElement>('[role=dialog] video')?.currentTime) > 0,
  )
  await context.close()
})

it('a page that has been shown answers to its first press without a connection', async () => {
  const { page, context } = await visit(browser)
  await page.goto(shop.url, { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await cartButton(page).click()
  await cartOf(page).waitFor()
  await context.close()
})

it('a form keeps what was typed without a connection, and is sent by one press when it is back', async () => {
  const { page, context } = await visit(browser, PHONE)
  await page.goto(`${shop.url}/forgot-password`, { waitUntil: 'networkidle' })
  await page.getByLabel('Email').fill('sam@example.com')
  await context.setOffline(true)
  await page.getByText('You are offline.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('You are offline. Try again when the connection is back.').first().waitFor()
  await inspect(page, 'offline-form')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Send the link: send now' }).click()
  await page.getByRole('button', { name: 'Send another link' }).waitFor()
  expect(await page.getByText('You are offline').count()).toBe(0)
  await context.close()
})

it('a link leads on without its script', async () => {
  const { page, context } = await visit(browser)
  await page.route('**/assets/main-*.js', (route) => route.abort())
  await page.goto(shop.url)
  await page.getByRole('banner').getByRole('link', { name: 'Support' }).click()
  await page.waitForURL('**/support')
  await context.close()
})

it('a screen that was lost is asked for again when its link is pressed again', async () => {
  const { page, context } = await visit(browser)
  await page.goto(shop.url, { waitUntil: 'networkidle' })
  await cartButton(page).click()
  await cartOf(page).waitFor()
  await page.keyboard.press('Escape')
  await cartOf(page).waitFor({ state: 'detached' })
  await context.setOffline(true)
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Contact' })
  await link.click()
  await page.getByRole('button', { name: 'Load the page again' }).waitFor()
  await context.setOffline(false)
  await link.click()
  await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor()
  await context.close()
})
