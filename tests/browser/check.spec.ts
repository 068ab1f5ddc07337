import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect } from './inspect.ts'
import { buy, signInAs } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** A student with one video more than may run at once. */
async function signInOwner(page: Page, name: string): Promise<void> {
  await signInAs(page, shop, await openAccount(shop, name))
  await buy(page, shop, ['air-law', 'navigation', 'communications'])
}

async function run(page: Page): Promise<void> {
  await page.goto(`${shop.url}/check`)
  await page.getByRole('button', { name: 'Start the check' }).click()
  await page.getByRole('button', { name: 'Run the check again' }).waitFor()
}

const rowOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Tests' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name, exact: true }),
    })
const reportOf = (page: Page) => page.getByLabel('Report', { exact: true }).inputValue()

describe('the playback check', () => {
  it('is found from the help centre, and decodes a real piece of video for a visitor', async () => {
    const { page, problems } = await visit(browser, PHONE)
    await page.goto(`${shop.url}/support`)
    await page.getByText('A film does not start.').click()
    await page.getByRole('main').getByRole('link', { name: 'playback check' }).click()
    await page.getByRole('button', { name: 'Start the check' }).click()
    await page.getByRole('button', { name: 'Run the check again' }).waitFor()
    await page.getByText('Browser, picture and connection work.').waitFor()
    expect(await reportOf(page)).toMatch(/Picture: good \(.*1280 × 720, [1-9]\d* frames\)/)
    expect(await reportOf(page)).toMatch(/Connection: good \(206, [1-9]\d+ bytes/)
    expect(await rowOf(page, 'Your films').innerText()).toContain('Not tested yet')
    await inspect(page, 'check-visitor')
    expect(problems).toEqual([])
  })

  it('opens each video of a student, and leaves the places to watch free', async () => {
    const { page, problems } = await visit(browser, DESKTOP)
    await signInOwner(page, 'checker')
    // Two may run at once: each of the three is given back before the next.
    await run(page)
    expect(await rowOf(page, 'Your films').innerText()).toContain(
      'All 3 of your films open and begin to arrive.',
    )
    await page.getByRole('button', { name: 'Run the check again' }).click()
    await page.getByText('Testing …').first().waitFor()
    await page.getByText('Nothing here stops films.').waitFor()
    const report = await reportOf(page)
    for (const secret of ['checker', 'http', '/media/', '&s=']) expect(report).not.toContain(secret)
    await inspect(page, 'check-student')
    expect(problems).toEqual([])
  })

  it('says that cookies are missing where they are kept from the videos', async () => {
    const { page, context } = await visit(browser, DESKTOP)
    await signInOwner(page, 'cookieless')
    await page.route('**/media/**', async (route) => {
      const { cookie: _cookie, ...headers } = await route.request().allHeaders()
      await context.clearCookies()
      await route.continue({ headers })
    })
    await run(page)
    const row = rowOf(page, 'Your films')
    expect(await row.innerText()).toContain('The browser did not send the cookie that a film needs.')
    await page.getByText('Something here stops films.').waitFor()
  })

  it('says that the line is gone when it is, and goes on', async () => {
    const { page, context } = await visit(browser, DESKTOP)
    // What runs without a line has come before it goes.
    await page.goto(`${shop.url}/check`, { waitUntil: 'networkidle' })
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Start the check' }).click()
    await page.getByRole('button', { name: 'Run the check again' }).waitFor()
    expect(await rowOf(page, 'Connection').innerText()).toContain('This device is offline.')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Run the check again' }).click()
    await page.getByText('Browser, picture and connection work.').waitFor()
  })
})
