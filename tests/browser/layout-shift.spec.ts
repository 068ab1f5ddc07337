import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { sharedShop } from '#tests/support/running-shop.ts'
import { inspect, WIDE_AND_NARROW } from './inspect.ts'
import { addVideos, buy, goToCheckout, signInAs } from './shopper.ts'

const shop = sharedShop()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

/** Adds up, from the next page on, by how much things move that no user has touched. */
async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const total =
          Number(document.documentElement.dataset.moved ?? 0) + Number(Reflect.get(entry, 'value'))
        document.documentElement.dataset.moved = String(total)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const screens = {
  '/login': { isSignedIn: false, shown: (page) => page.getByRole('button', { name: 'Show password' }) },
  '/register': { isSignedIn: false, shown: (page) => page.getByRole('button', { name: 'Create account' }) },
  '/checkout': { isSignedIn: true, shown: (page) => page.getByLabel('Card number') },
  '/account': { isSignedIn: true, shown: (page) => page.getByRole('heading', { level: 2 }).first() },
  '/dashboard': { isSignedIn: true, shown: (page) => page.getByText('Videos Owned') },
  '/check': { isSignedIn: true, shown: (page) => page.getByRole('heading', { level: 1 }) },
} satisfies Record<string, { isSignedIn: boolean; shown: (page: Page) => ReturnType<Page['locator']> }>

const devices = {
  desk: DESKTOP,
  phone: PHONE,
  'wide-phone': { ...PHONE, viewport: { width: 412, height: 823 } },
}

const cases = Object.keys(screens).flatMap((path) =>
  Object.entries(devices).map(([device, options]) => [path, device, options] as const),
)

it.each(cases)('nothing moves while %s comes, on a %s', async (path, device, options) => {
  const { isSignedIn, shown } =
    Object.entries(screens).find(([name]) => name === path)?.[1] ?? screens['/login']
  const { page, context, problems } = await visit(browser, options)
  const name = `moves-${path.slice(1)}-${device}`
  if (isSignedIn) await signInAs(page, shop, await openAccount(shop, name))
  if (path === '/checkout') {
    await addVideos(page, shop, ['navigation'])
    await goToCheckout(page)
  }
  await watchMoves(page)
  await page.goto(shop.url + path, { waitUntil: 'networkidle' })
  await shown(page).waitFor()
  await page.locator('.skeleton, .skeleton-text').first().waitFor({ state: 'detached' })
  const moved = await page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0))
  // A link of the header makes way for My Videos on a desk.
  expect(moved).toBeLessThan(0.001)
  // It takes sizes of its own.
  if (device === 'desk') await inspect(page, name, { looks: WIDE_AND_NARROW, isWhole: true })
  expect(problems).toEqual([])
  await context.close()
})

it.each([
  ['a phone', PHONE],
  ['a desk', DESKTOP],
])('nothing moves while plan, a search and an order come, on %s', async (device, options) => {
  const { page, context, problems } = await visit(browser, options)
  await signInAs(page, shop, await openAccount(shop, `owner-${device.slice(2)}`))
  await buy(page, shop, ['air-law'])
  await watchMoves(page)
  for (const path of ['/plan', '/notes?q=rules', '/account/order?film=1']) {
    await page.goto(shop.url + path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 2 }).first().waitFor()
    await page.locator('.skeleton, .spinner-lg, [aria-busy="true"]').first().waitFor({ state: 'detached' })
    const moved = await page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0))
    expect({ path, isStill: moved < 0.02, moved }).toMatchObject({ isStill: true })
  }
  expect(problems).toEqual([])
  await context.close()
})

it('a student with a long name has Notes and Plan on one line with the rest', async () => {
  const { page, context, problems } = await visit(browser, DESKTOP)
  await signInAs(page, shop, await openAccount(shop, 'wilhelmina-featherstonehaugh'))
  await addVideos(page, shop, ['navigation'])
  const header = page.getByRole('banner')
  await header.getByText('Welcome, ').waitFor()
  for (const width of [992, 1024, 1120, 1180, 1200, 1280, 1360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect((await header.boundingBox())?.height, `at ${width}`).toBeLessThan(75)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'wider').toBe(width)
    // One door to help: its word, or the button where that gives way.
    for (const name of ['My Videos', 'Notes', 'Plan', 'Account', width < 1200 ? 'Help' : 'Support']) {
      const link = header.getByRole('link', { name, exact: true })
      expect([name, width, await link.isVisible()]).toEqual([name, width, true])
    }
  }
  expect(problems).toEqual([])
  await context.close()
})

it('home has its chart beside the words in a window too narrow for them on it, and nothing moves', async () => {
  const { page, context, problems } = await visit(browser, { viewport: { width: 1180, height: 820 } })
  await watchMoves(page)
  await page.goto(shop.url, { waitUntil: 'networkidle' })
  const words = page.getByRole('heading', { level: 1 })
  const chart = page.locator('.hero-chart')
  for (const [width, isBeside] of [
    [1080, false],
    [1180, true],
    [1199, true],
  ] as const) {
    await page.setViewportSize({ width, height: 820 })
    const [title, sheet] = [await words.boundingBox(), await chart.boundingBox()]
    if (!title || !sheet) throw new Error('The first screen is not shown')
    expect([width, sheet.x > title.x + 400 && sheet.y < title.y + title.height]).toEqual([width, isBeside])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'wider').toBe(width)
    if (isBeside) expect(sheet.y + sheet.height, 'below the first screen').toBeLessThan(820)
  }
  await page.setViewportSize({ width: 1180, height: 820 })
  await page.reload({ waitUntil: 'networkidle' })
  const moved = await page.evaluate(() => Number(document.documentElement.dataset.moved ?? 0))
  expect(moved).toBeLessThan(0.001)
  expect(problems).toEqual([])
  await context.close()
})
