import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { buildApp } from '#server/app.ts'
import { projectRoot } from '#server/infra/root.ts'
import { registerPages } from '#server/pages/register-pages.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

/** The built shop with a clock that a test can move: whole but for its workers. */
export type ShopWithClock = { url: string; shop: TestShop; deps: TestDeps; stop(): Promise<void> }

export async function startShopWithClock(): Promise<ShopWithClock> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: projectRoot })
  speakPlainly()
  const shop = await createTestShop()
  const app = await buildApp(shop.deps, async (site) => {
    await registerPages(site, shop.deps, { publishableKey: 'pk_test_of_the_tests' })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    shop,
    deps: shop.deps,
    async stop() {
      await app.close()
      await shop.close()
    },
  }
}

export type Viewer = { id: string; orderId: string; token: string; sessionId: string }

/** A student who has these videos, signed in once. */
export async function makeViewer({ shop, deps }: ShopWithClock, videoIds: number[]): Promise<Viewer> {
  const { id, orderId } = await makeBuyer(shop, videoIds)
  return { id, orderId, ...(await makeSession(deps, { studentId: id })) }
}

/** Signs the browser in as an earlier visit would have left it, and opens the dashboard. */
export async function openDashboard(page: Page, { url }: ShopWithClock, viewer: Viewer): Promise<void> {
  await page.goto(`${url}/robots.txt`)
  await page.evaluate((token) => localStorage.setItem('auth_token', token), viewer.token)
  await page.goto(`${url}/dashboard/${viewer.id}`)
  await page.getByRole('heading', { name: 'Your Videos' }).waitFor()
}

export const startButton = (page: Page, video: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^(Start|Continue|Replay) ${video}$`) })

/** Presses a video's button on the dashboard, and waits until its picture is there. */
export async function press(page: Page, video: string): Promise<void> {
  await startButton(page, video).click()
  await page.getByRole('dialog', { name: video }).waitFor()
  await page.waitForFunction(() => {
    const video = document.querySelector('video')
    return video !== null && video.readyState >= 2 && video.videoWidth > 0
  })
}

export async function watch(
  page: Page,
  running: ShopWithClock,
  { viewer, video }: { viewer: Viewer; video: string },
): Promise<void> {
  await openDashboard(page, running, viewer)
  await press(page, video)
}

export async function closePlayer(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

export const videoOf = (page: Page): Locator => page.locator('video')

export function detailsOf(page: Page) {
  return videoOf(page).evaluate((video: HTMLVideoElement) => ({
    at: video.currentTime,
    length: video.duration,
    paused: video.paused,
    rate: video.playbackRate,
    keepsPitch: video.preservesPitch,
    src: video.src,
    frames: video.getVideoPlaybackQuality().totalVideoFrames,
  }))
}

/** Waits until the video has played past a second. */
export async function playsPast(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((past) => {
    const video = document.querySelector('video')
    return video !== null && !video.paused && !video.seeking && video.currentTime > past
  }, seconds)
}

/** Jumps by the bar of the player, as a pointer would; gives back the second. */
export async function jumpTo(page: Page, share: number): Promise<number> {
  const bar = page.getByRole('slider', { name: 'Position' })
  const box = await bar.boundingBox()
  if (!box) throw new Error('The player has no bar')
  await bar.click({ position: { x: box.width * share, y: box.height / 2 } })
  await page.waitForFunction(() => document.querySelector('video')?.seeking === false)
  return (await detailsOf(page)).at
}

/** What is on record of a video. */
export function progressOf({ deps }: ShopWithClock, viewer: Viewer, videoId: number) {
  return deps.db.progress.findUnique({ where: { studentId_videoId: { studentId: viewer.id, videoId } } })
}

/** Waits until it is on record. */
export async function untilSaved(
  running: ShopWithClock,
  { viewer, videoId }: { viewer: Viewer; videoId: number },
  wanted: object,
): Promise<void> {
  await expect.poll(() => progressOf(running, viewer, videoId), { timeout: 30_000 }).toMatchObject(wanted)
}
