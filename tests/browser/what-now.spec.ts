import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { inspect, WIDE_AND_NARROW } from './inspect.ts'
import {
  closePlayer,
  detailsOf,
  jumpTo,
  makeViewer,
  openDashboard,
  playsPast,
  press,
  progressOf,
  type ShopWithClock,
  startShopWithClock,
  untilSaved,
  type Viewer,
} from './viewer.ts'

let shop: ShopWithClock
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShopWithClock(), openBrowser()])
})
afterAll(async () => {
  await shop?.stop()
})

const now = (page: Page) => page.getByRole('region', { name: 'What now' })

/** Where a video was left, as another device would have saved it. */
async function leave({ id }: Viewer, videoId: number, percent: number): Promise<void> {
  shop.deps.clock.advance(1_000)
  const at = { startedAt: shop.deps.clock.now(), updatedAt: shop.deps.clock.now() }
  await shop.deps.db.progress.create({
    data: { studentId: id, videoId, percent, positionSeconds: percent, completed: false, ...at },
  })
}

describe('what now', () => {
  it('goes on, on another device, at the second where the first one stopped, and knows what was played', async () => {
    const viewer = await makeViewer(shop, [1, 2])
    await leave(viewer, 1, 30)
    const desk = await visit(browser)
    await openDashboard(desk.page, shop, viewer)
    await now(desk.page).getByRole('button', { name: 'Continue watching Air Law' }).waitFor()
    shop.deps.clock.advance(1_000)
    await press(desk.page, 'Navigation')
    await playsPast(desk.page, 2.5)
    const third = await jumpTo(desk.page, 0.3)
    await playsPast(desk.page, third + 1.5)
    await desk.page.keyboard.press('k')
    const { at, length } = await detailsOf(desk.page)
    await closePlayer(desk.page)
    await untilSaved(shop, { viewer, videoId: 2 }, { percent: Math.round((100 * at) / length) })
    const saved = await progressOf(shop, viewer, 2)
    expect(saved?.durationSeconds).toBe(Math.ceil(length))
    // Two stretches of some seconds, and not the third of the video that was jumped over.
    expect(saved?.watchedSeconds).toBeGreaterThanOrEqual(3)
    expect(saved?.watchedSeconds).toBeLessThan(third)

    const phone = await visit(browser, PHONE)
    await openDashboard(phone.page, shop, viewer)
    await now(phone.page).getByRole('button', { name: 'Continue watching Navigation' }).click()
    await phone.page.getByText('Resuming Video').first().waitFor()
    expect((await detailsOf(phone.page)).at).toBeCloseTo(at, 0)
    expect([...desk.problems, ...phone.problems]).toEqual([])
    await Promise.all([desk.context.close(), phone.context.close()])
  })

  it.each([
    [390, 844],
    [360, 640],
  ])('has its button on the first screen of a phone of %i × %i, and nothing moves', async (width, height) => {
    const viewer = await makeViewer(shop, [1, 2, 4])
    await leave(viewer, 4, 40)
    const options: BrowserContextOptions = { ...PHONE, viewport: { width, height } }
    const { page, context, problems } = await visit(browser, options)
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          document.documentElement.dataset.moved = String(
            Number(document.documentElement.dataset.moved ?? 0) + Number(Reflect.get(entry, 'value')),
          )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await openDashboard(page, shop, viewer)
    const box = await now(page)
      .getByRole('button', { name: /^Continue watching/ })
      .boundingBox()
    expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThan(height)
    expect(await page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0))).toBeLessThan(0.01)
    expect(problems).toEqual([])
    await context.close()
  })
})

it('plans the days before an exam, and begins with today', async () => {
  const viewer = await makeViewer(shop, [1, 2])
  const { page, context, problems } = await visit(browser)
  await openDashboard(page, shop, viewer)
  await now(page).getByRole('link', { name: 'Plan the days before your exams' }).click()
  await page.getByRole('heading', { name: 'Day by day' }).waitFor()
  const today = shop.deps.clock.now()
  const exam = new Date(today.getTime() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  const behind = page.getByText('Add an exam date')
  await behind.click()
  const navigation = page.getByLabel('Navigation', { exact: true })
  await navigation.fill('1999-05-02')
  await behind.click()
  await navigation.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Save the dates' }).click()
  await navigation.waitFor()
  expect(await navigation.evaluate((field) => field === document.activeElement)).toBe(true)
  await navigation.fill(exam)
  await page.getByRole('button', { name: 'Save the dates' }).click()
  await page.getByText('Exam: Navigation').waitFor()
  await page.getByText(/by the dates above, until/).waitFor()
  await inspect(page, 'plan', { looks: WIDE_AND_NARROW })
  await page.getByRole('button', { name: 'Watch Navigation' }).click()
  await page.getByRole('dialog', { name: 'Navigation' }).waitFor()
  expect(problems).toEqual([])
  await context.close()
})

it('a student who owns a film is one press from it after signing in', async () => {
  const viewer = await makeViewer(shop, [1])
  const { page, context } = await visit(browser, PHONE)
  await page.goto(`${shop.url}/contact`)
  await page.evaluate((token) => localStorage.setItem('auth_token', token), viewer.token)
  // Where a sign-in leads.
  await page.goto(shop.url)
  await page.getByRole('link', { name: 'Go to My Videos' }).click()
  await now(page).getByRole('button', { name: 'Start watching Air Law' }).waitFor()
  await context.close()
})
