import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { createMovingClock, type MovingClock } from '#tests/support/moving-clock.ts'
import { buyByRest, openAccount, PASSWORD, post } from '#tests/support/rest-buyer.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { inspect, WIDE_AND_NARROW } from './inspect.ts'
import { CARDS, cartOf, payButton, signInAs, typeCard, waitForPaid } from './shopper.ts'

let clock: MovingClock
let shop: RunningShop
let browser: Browser
beforeAll(async () => {
  clock = await createMovingClock('2026-11-21T10:00:00Z')
  ;[shop, browser] = await Promise.all([startRunningShop(clock.env), openBrowser()])
})
afterAll(async () => {
  await shop?.stop()
  await clock?.remove()
})

it('a film that closes soon is bought again, and its new term begins where the old one ends', async () => {
  const student = await openAccount(shop, 'renews')
  await buyByRest(shop, student, { videoIds: [1, 2] })
  const { page, context, problems } = await visit(browser, PHONE)
  await signInAs(page, shop, student)
  const offer = /^Air Law: Renew from 21 February 2027, £60$/
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Air Law' }) })
  const openDashboard = async () => {
    await page.goto(`${shop.url}/dashboard/${student.id}`)
    await page.getByRole('heading', { name: 'Your Videos' }).waitFor()
  }
  await openDashboard()
  await row.getByText('21 February 2027').waitFor()
  expect(await page.getByRole('button', { name: /Renew from/ }).count()).toBe(0)

  await clock.set('2027-02-10T10:00:00Z')
  await openDashboard()
  await page.getByRole('button', { name: offer }).tap()
  await cartOf(page).getByText('Renewal, from 21 February 2027').waitFor()
  await cartOf(page).getByRole('button', { name: 'Secure Checkout' }).tap()
  await page.waitForURL('**/checkout')
  await page.getByLabel('Card number').waitFor()
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Air Law/ })
    .tap()
  const summary = page.getByRole('complementary', { name: 'Order summary' })
  await summary.getByText('Renewal, from 21 February 2027 to 21 May 2027').waitFor()
  await inspect(page, 'renewal-1-checkout', { looks: WIDE_AND_NARROW })
  await typeCard(page, CARDS.good)
  await page.getByLabel(/^Open each film now or, where I renew it, when its old term ends/).tap()
  await payButton(page).tap()
  await waitForPaid(page)

  await openDashboard()
  await row.getByText('21 May 2027').waitFor()
  expect(await page.getByRole('button', { name: offer }).count()).toBe(0)
  await page.getByRole('button', { name: /^Navigation: Renew from 21 February 2027/ }).waitFor()
  await inspect(page, 'renewal-2-dashboard', { looks: WIDE_AND_NARROW })

  // The old term is over, and so is the session of three months.
  await clock.set('2027-02-22T10:00:00Z')
  const { token } = z
    .object({ token: z.string() })
    .parse(await post(`${shop.url}/api/auth/login`, { email: student.email, password: PASSWORD }))
  await signInAs(page, shop, { ...student, token })
  await openDashboard()
  await page.getByRole('link', { name: 'Buy again Navigation' }).waitFor()
  await page.getByRole('button', { name: 'Start Air Law' }).tap()
  await page.getByRole('dialog', { name: 'Air Law' }).locator('video').waitFor()
  expect(problems).toEqual([])
  await context.close()
}, 600_000)
