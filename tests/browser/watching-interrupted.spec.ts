import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { revokeEntitlements } from '#server/features/entitlements/entitlements.ts'
import { openBrowser, visit } from '#tests/support/browser.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { inspect } from './inspect.ts'
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
  videoOf,
  watch,
} from './viewer.ts'

let shop: ShopWithClock
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startShopWithClock(), openBrowser()])
})
afterAll(async () => {
  await shop?.stop()
})

const MINUTE = 60_000
const pressK = (page: Page) => page.keyboard.press('k')

/** Revokes a video's entitlement, as a refund does. */
async function revoke({ id, orderId }: Viewer): Promise<void> {
  const lines = await shop.deps.db.orderLine.findMany({ where: { orderId }, select: { id: true } })
  const lineIds = lines.map((line) => line.id)
  const now = shop.deps.clock.now()
  await shop.deps.db.$transaction((tx) => revokeEntitlements(tx, { studentId: id, lineIds, now }))
}

type Line = { offline?: boolean; kilobytes?: number }

/** A line so slow that most of a video is still on the way, or none at all. */
async function lineOf(page: Page): Promise<(line: Line) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  return async ({ offline = false, kilobytes }) => {
    await session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: kilobytes === undefined ? -1 : kilobytes * 1024,
      uploadThroughput: -1,
    })
  }
}

/** A video that has begun over a slow line and stands: its last part has not arrived. */
async function watchSlowly(page: Page, { viewer, video }: { viewer: Viewer; video: string }) {
  const line = await lineOf(page)
  await openDashboard(page, shop, viewer)
  await line({ kilobytes: 40 })
  await press(page, video)
  await playsPast(page, 0.3)
  await pressK(page)
  const isThere = await videoOf(page).evaluate((video: HTMLVideoElement) => {
    const { buffered, duration } = video
    return buffered.length > 0 && buffered.end(buffered.length - 1) > duration * 0.85
  })
  expect(isThere).toBe(false)
  return line
}

/** Presses the key that leads to nine tenths of the video; gives back that second. */
async function toNineTenths(page: Page): Promise<number> {
  await page.keyboard.press('9')
  return (await detailsOf(page)).length * 0.9
}

/** Waits until the video stands at a second, with its picture. */
async function standsAt(page: Page, second: number): Promise<void> {
  await page.waitForFunction((wanted) => {
    const video = document.querySelector('video')
    if (!video || video.error || video.seeking || video.readyState < 2) return false
    return Math.abs(video.currentTime - wanted) < 1
  }, second)
}

describe('access that ends while a video plays', () => {
  it('stops it at the next save, in the right words', async () => {
    const viewer = await makeViewer(shop, [1])
    const visitor = await visit(browser)
    const { page, context } = visitor
    await watch(page, shop, { viewer, video: 'Air Law' })
    await playsPast(page, 0.3)
    await revoke(viewer)
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    await page.getByText(/You don't have access to this video. Please purchase a license/).waitFor()
    expect(await videoOf(page).count()).toBe(0)
    await inspect(page, 'watch-9-revoked')
    await closePlayer(page)
    await context.close()
  })

  it('ends the stream within five minutes, also for a page that saves nothing', async () => {
    const viewer = await makeViewer(shop, [1])
    const { page, context } = await visit(browser)
    await watch(page, shop, { viewer, video: 'Air Law' })
    const { src } = await detailsOf(page)
    const status = () =>
      page.evaluate(async (url) => (await fetch(url, { headers: { range: 'bytes=0-99' } })).status, src)
    expect(await status()).toBe(206)
    await revoke(viewer)
    shop.deps.clock.advance(5 * MINUTE)
    expect(await status()).toBe(403)
    await context.close()
  })

  it('ends with the session as well', async () => {
    const viewer = await makeViewer(shop, [1])
    const { page, context } = await visit(browser)
    await watch(page, shop, { viewer, video: 'Air Law' })
    await playsPast(page, 0.3)
    await shop.deps.db.session.update({
      where: { id: viewer.sessionId },
      data: { revokedAt: shop.deps.clock.now() },
    })
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    expect(await videoOf(page).count()).toBe(0)
    await context.close()
  })
})

describe('the address of a video', () => {
  it('is refused in another session, signed in or not', async () => {
    const viewer = await makeViewer(shop, [1])
    const { page, context } = await visit(browser)
    await watch(page, shop, { viewer, video: 'Air Law' })
    const { src } = await detailsOf(page)
    const stranger = await visit(browser)
    expect((await stranger.page.request.get(src)).status()).toBe(403)
    const other = await makeViewer(shop, [1])
    await watch(stranger.page, shop, { viewer: other, video: 'Air Law' })
    expect((await stranger.page.request.get(src)).status()).toBe(403)
    expect((await page.request.get(src, { headers: { range: 'bytes=0-9' } })).status()).toBe(206)
    await stranger.context.close()
    await context.close()
  })

  it('that lapsed in a long pause is renewed, and the video goes on without a hitch', async () => {
    const viewer = await makeViewer(shop, [1])
    const visitor = await visit(browser)
    const { page, context } = visitor
    await page.clock.install()
    await watch(page, shop, { viewer, video: 'Air Law' })
    await playsPast(page, 0.3)
    await pressK(page)
    const { src, at } = await detailsOf(page)
    await untilSaved(shop, { viewer, videoId: 1 }, {})
    shop.deps.clock.advance(45 * MINUTE)
    await page.clock.fastForward(45 * MINUTE)
    await pressK(page)
    await playsPast(page, at + 0.5)
    expect((await detailsOf(page)).src).toBe(src)
    expect(await page.getByText('Video Error').count()).toBe(0)
    await jumpTo(page, 0.8)
    await pressK(page)
    expect(visitor.problems).toEqual([])
    await context.close()
  })

  it('that lapsed while most of the video was on its way is renewed at the same place', async () => {
    const viewer = await makeViewer(shop, [2])
    const { page, context } = await visit(browser)
    const line = await watchSlowly(page, { viewer, video: 'Navigation' })
    shop.deps.clock.advance(45 * MINUTE)
    const place = await toNineTenths(page)
    await line({})
    await standsAt(page, place)
    expect(await page.getByText('Video Error').count()).toBe(0)
    await context.close()
  })
})

describe('a network that goes and comes back', () => {
  it('keeps the place, says what to do, and goes on by itself', async () => {
    const viewer = await makeViewer(shop, [2])
    const visitor = await visit(browser)
    const { page, context } = visitor
    await watch(page, shop, { viewer, video: 'Navigation' })
    await playsPast(page, 0.3)
    await pressK(page)
    const place = await toNineTenths(page)
    await standsAt(page, place)
    const line = await lineOf(page)
    await line({ offline: true })
    // What a browser says when its line breaks in mid-video.
    await videoOf(page).dispatchEvent('error')
    const notice = page.getByRole('heading', { name: 'The film has stopped' })
    await notice.waitFor()
    await inspect(page, 'watch-10-offline')
    await line({})
    await notice.waitFor({ state: 'detached' })
    await standsAt(page, place)
    await closePlayer(page)
    await untilSaved(shop, { viewer, videoId: 2 }, { percent: 90 })
    await context.close()
  })

  it('sends a place that was left offline when the dashboard is next seen', async () => {
    const viewer = await makeViewer(shop, [1])
    const { page, context } = await visit(browser)
    await watch(page, shop, { viewer, video: 'Air Law' })
    await playsPast(page, 0.3)
    await pressK(page)
    await untilSaved(shop, { viewer, videoId: 1 }, {})
    await page.route('**/trpc/progress.save*', (route) => route.abort())
    const place = await jumpTo(page, 0.5)
    await closePlayer(page)
    await page.waitForFunction(() => localStorage.getItem('waiting_progress') !== null)
    await page.unroute('**/trpc/progress.save*')
    await openDashboard(page, shop, viewer)
    await expect
      .poll(async () => (await progressOf(shop, viewer, 1))?.positionSeconds, { timeout: 30_000 })
      .toBeCloseTo(place, 1)
    await page.waitForFunction(() => localStorage.getItem('waiting_progress') === null)
    await context.close()
  })
})

describe('several places', () => {
  it('a third video at once is told to wait, and goes on when another is closed', async () => {
    const viewer = await makeViewer(shop, [1, 2, 3])
    const places = await Promise.all(
      ['Air Law', 'Navigation', 'Meteorology'].map(async (video) => ({
        video,
        viewer: { ...viewer, ...(await makeSession(shop.deps, { studentId: viewer.id })) },
        visitor: await visit(browser),
      })),
    )
    const [first, second, third] = places
    if (!first || !second || !third) throw new Error('Three places were wanted')
    for (const { visitor, viewer: signedIn, video } of [first, second]) {
      await watch(visitor.page, shop, { viewer: signedIn, video })
      await playsPast(visitor.page, 0.2)
    }
    const { page } = third.visitor
    await openDashboard(page, shop, third.viewer)
    await page.getByRole('button', { name: 'Start Meteorology' }).click()
    await page.getByRole('heading', { name: 'Playing elsewhere' }).waitFor()
    await page.getByText(/This account is already playing elsewhere/).waitFor()
    await inspect(third.visitor.page, 'watch-11-elsewhere')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await page.locator('button:focus:not([aria-busy])', { hasText: 'Try again' }).waitFor()
    await closePlayer(first.visitor.page)
    await page.getByRole('heading', { name: 'Playing elsewhere' }).waitFor({ state: 'detached' })
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
    for (const { visitor } of places) await visitor.context.close()
  })

  it('the same video in two places is opened where the one further on was left', async () => {
    const viewer = await makeViewer(shop, [1])
    const other = { ...viewer, ...(await makeSession(shop.deps, { studentId: viewer.id })) }
    const [laptop, tablet] = [await visit(browser), await visit(browser)]
    await watch(laptop.page, shop, { viewer, video: 'Air Law' })
    await watch(tablet.page, shop, { viewer: other, video: 'Air Law' })
    await playsPast(laptop.page, 0.2)
    await jumpTo(laptop.page, 0.6)
    await pressK(laptop.page)
    const { at: far, length } = await detailsOf(laptop.page)
    await untilSaved(shop, { viewer, videoId: 1 }, { percent: Math.round((100 * far) / length) })
    await playsPast(tablet.page, 6)
    await pressK(tablet.page)
    expect((await progressOf(shop, viewer, 1))?.positionSeconds).toBeGreaterThan(far - 1)
    await laptop.context.close()
    await tablet.context.close()
  })
})

describe('the page that is left', () => {
  it('keeps the place when the tab is closed', async () => {
    const viewer = await makeViewer(shop, [1])
    const { page, context } = await visit(browser)
    await watch(page, shop, { viewer, video: 'Air Law' })
    await playsPast(page, 0.2)
    const place = await jumpTo(page, 0.4)
    await pressK(page)
    await page.close({ runBeforeUnload: false })
    await expect
      .poll(async () => (await progressOf(shop, viewer, 1))?.positionSeconds, { timeout: 30_000 })
      .toBeGreaterThan(place - 0.5)
    const again = await context.newPage()
    await openDashboard(again, shop, viewer)
    await press(again, 'Air Law')
    await playsPast(again, place - 0.5)
    await context.close()
  })
})
