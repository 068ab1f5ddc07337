import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { buyByRest, openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect, WIDE_AND_NARROW } from './inspect.ts'
import { signInAs } from './shopper.ts'
import { closePlayer, detailsOf, press } from './viewer.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

const results = (page: Page) => page.getByRole('region', { name: /^Places found in/ }).getByRole('listitem')

async function search(page: Page, words: string): Promise<void> {
  await page.getByRole('searchbox').fill(words)
  const answered = page.waitForResponse((response) => response.url().includes('progress.search'))
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await answered
}

it('words of a film and a note are found on another device, and lead to their second', async () => {
  const student = await openAccount(shop, 'looks-it-up')
  await buyByRest(shop, student, { videoIds: [1] })
  const desk = await visit(browser)
  await signInAs(desk.page, shop, student)
  await desk.page.goto(`${shop.url}/dashboard/${student.id}`)
  await press(desk.page, 'Air Law')
  await desk.page.keyboard.press('k')
  await desk.page.getByRole('tab', { name: 'Notes' }).click()
  const form = desk.page.getByRole('dialog', { name: 'Air Law' })
  await form.getByRole('button', { name: 'Save note' }).click()
  await form.getByText('Please write something first.').waitFor()
  await form.getByRole('textbox', { name: /^Note at/ }).fill('Ask about parascending at Hedgerow')
  await form.getByRole('button', { name: 'Save note' }).click()
  await form.getByRole('list', { name: 'Notes' }).getByText('Ask about parascending').waitFor()
  await closePlayer(desk.page)

  const phone = await visit(browser, PHONE)
  const { page } = phone
  await signInAs(page, shop, student)
  await page.goto(`${shop.url}/notes`)
  await page.getByRole('heading', { name: 'Your notes' }).waitFor()
  await page.getByRole('region', { name: 'Air Law' }).getByText('Ask about parascending').waitFor()
  await search(page, 'parascending')
  await results(page).getByText('Your note').waitFor()
  await search(page, 'How many degrees off the tail counts as overtaking?')
  await results(page).getByText('less than 70 degrees off').first().waitFor()
  await inspect(page, 'search-1-found', { looks: WIDE_AND_NARROW })
  // Of Navigation, which is not owned, it says nothing.
  await search(page, 'true airspeed 100 knots')
  expect(await page.getByRole('region', { name: 'Places found in Navigation' }).count()).toBe(0)
  await search(page, 'How many degrees off the tail counts as overtaking?')
  await results(page)
    .filter({ hasText: 'less than 70 degrees off' })
    .first()
    .getByRole('button', { name: /^Go to/ })
    .click()
  await page.getByRole('dialog', { name: 'Air Law' }).locator('video').waitFor()
  await expect.poll(async () => (await detailsOf(page)).at, { timeout: 30_000 }).toBeGreaterThan(30)
  expect((await detailsOf(page)).at).toBeLessThan(45)
  expect([...desk.problems, ...phone.problems]).toEqual([])
  await Promise.all([desk.context.close(), phone.context.close()])
})
