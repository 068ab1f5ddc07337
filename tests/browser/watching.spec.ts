import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkUpload } from '#server/features/catalog/uploads/check-upload.ts'
import { publishUpload } from '#server/features/catalog/uploads/publish-upload.ts'
import { arrive, sample } from '#tests/server/features/catalog/arrivals.ts'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
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
  startButton,
  startShopWithClock,
  untilSaved,
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

const toast = (page: Page, words: string) => page.getByText(words).first()

describe('a video on a desktop', () => {
  it('plays by itself with frames decoded, pauses, seeks, and is left and found again to the second', async () => {
    const viewer = await makeViewer(shop, [1])
    const visitor = await visit(browser)
    const { page, context } = visitor
    await watch(page, shop, { viewer, video: 'Air Law' })
    await playsPast(page, 1)
    expect((await detailsOf(page)).frames).toBeGreaterThan(5)
    await inspect(page, 'watch-1-playing')

    await page.getByRole('button', { name: 'Pause' }).click()
    const { at, length } = await detailsOf(page)
    await untilSaved(shop, { viewer, videoId: 1 }, { percent: Math.round((100 * at) / length) })

    const third = await jumpTo(page, 0.3)
    expect(third / length).toBeCloseTo(0.3, 1)
    await closePlayer(page)
    await untilSaved(shop, { viewer, videoId: 1 }, { percent: Math.round((100 * third) / length) })
    expect((await progressOf(shop, viewer, 1))?.positionSeconds).toBeCloseTo(third, 1)
    await page.getByText('In Progress').first().waitFor()
    await inspect(page, 'watch-2-dashboard')

    await press(page, 'Air Law')
    await toast(page, 'Resuming Video').waitFor()
    await toast(page, `Continuing from ${Math.round((100 * third) / length)}% progress`).waitFor()
    await playsPast(page, third - 0.5)
    expect(visitor.problems).toEqual([])
    await context.close()
  })

  it('is at 100 % and completed at its end, offers the next, and begins again', async () => {
    const viewer = await makeViewer(shop, [1, 2])
    const visitor = await visit(browser)
    const { page, context } = visitor
    await watch(page, shop, { viewer, video: 'Air Law' })
    await playsPast(page, 0.2)
    await jumpTo(page, 0.99)
    const offer = page.getByRole('region', { name: 'Next film' })
    await offer.waitFor()
    await inspect(page, 'watch-3-next')
    await untilSaved(shop, { viewer, videoId: 1 }, { percent: 100, completed: true })
    await page.keyboard.press('Escape')
    await offer.waitFor({ state: 'detached' })
    await closePlayer(page)
    await page.getByText('Completed', { exact: true }).nth(1).waitFor()
    await page.getByRole('button', { name: 'Replay Air Law' }).click()
    await playsPast(page, 0.2)
    expect((await detailsOf(page)).at).toBeLessThan(20)
    await jumpTo(page, 0.99)
    await offer.getByRole('button', { name: 'Play now' }).click()
    await page.getByRole('dialog', { name: 'Navigation' }).waitFor()
    await playsPast(page, 0.2)
    expect(visitor.problems).toEqual([])
    await context.close()
  })

  it('is watched by the keyboard alone, from the dashboard to the end', async () => {
    const viewer = await makeViewer(shop, [2])
    const visitor = await visit(browser)
    const { page, context } = visitor
    await openDashboard(page, shop, viewer)
    await startButton(page, 'Navigation').focus()
    await page.keyboard.press('Enter')
    await playsPast(page, 0.3)
    await page.keyboard.press('k')
    expect((await detailsOf(page)).paused).toBe(true)
    await page.keyboard.press('5')
    const { at, length } = await detailsOf(page)
    expect(at).toBeCloseTo(length / 2, 0)
    await page.keyboard.press('ArrowRight')
    expect((await detailsOf(page)).at).toBeCloseTo(length / 2 + 5, 0)
    await page.keyboard.press('Shift+>')
    await page.keyboard.press('Shift+>')
    expect(await detailsOf(page)).toMatchObject({ rate: 1.5, keepsPitch: true })
    await page.keyboard.press('PageUp')
    await page.keyboard.press('PageUp')
    const chapter = page.getByRole('button', { name: /./ }).and(page.locator('.chapter[aria-current]'))
    expect(await chapter.count()).toBe(1)
    await page.keyboard.press('?')
    await page.getByRole('region', { name: 'Keyboard' }).waitFor()
    await inspect(page, 'watch-4-keys')
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.keyboard.type('Draw it first, then calculate.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('list', { name: 'Notes' }).getByText('Draw it first').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('9')
    await page.keyboard.press('k')
    await playsPast(page, length * 0.9)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await untilSaved(shop, { viewer, videoId: 2 }, { completed: false })
    expect(await shop.deps.db.note.count({ where: { studentId: viewer.id } })).toBe(1)
    expect(visitor.problems).toEqual([])
    await context.close()
  })
})

describe('a video that is replaced while a student watches it', () => {
  it('goes on to its end from the file it began with, and is the new one when it is opened again', async () => {
    const viewer = await makeViewer(shop, [4])
    const visitor = await visit(browser)
    const { page, context } = visitor
    await watch(page, shop, { viewer, video: 'Principles of Flight' })
    await playsPast(page, 0.3)
    const { src, length } = await detailsOf(page)
    const tagOf = (url: string) =>
      page.evaluate(async (address) => (await fetch(address, { method: 'HEAD' })).headers.get('etag'), url)
    const before = await tagOf(src)
    const id = await arrive(shop.deps, { slot: 'film', content: sample('promo.mp4'), videoId: 4 })
    await checkUpload(shop.deps, { id })
    await publishUpload(shop.deps, { id, takeDuration: false, adminId: 'ann' })

    expect(await tagOf(src)).toBe(before)
    await jumpTo(page, 0.9)
    await playsPast(page, length * 0.9)
    expect(await detailsOf(page)).toMatchObject({ src, length })
    await closePlayer(page)
    await press(page, 'Principles of Flight')
    const after = await detailsOf(page)
    expect(after.length).not.toBe(length)
    expect(await tagOf(after.src)).not.toBe(before)
    expect(visitor.problems).toEqual([])
    await context.close()
  })
})

describe('beside the video', () => {
  it('chapters, transcript and notes lead to their places, and captions are drawn as chosen', async () => {
    const viewer = await makeViewer(shop, [3])
    const visitor = await visit(browser)
    const { page, context } = visitor
    await watch(page, shop, { viewer, video: 'Meteorology' })
    await playsPast(page, 0.2)
    await page.locator('.chapter').nth(1).click()
    const chapter = await page.locator('.chapter').nth(1).locator('.figure').textContent()
    const [minutes = 0, seconds = 0] = (chapter ?? '').split(':').map(Number)
    await playsPast(page, minutes * 60 + seconds)
    expect((await detailsOf(page)).at).toBeLessThan(minutes * 60 + seconds + 6)

    await page.getByRole('tab', { name: 'Transcript' }).click()
    await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('cumulonimbus')
    await inspect(page, 'watch-5-transcript')
    await page.getByRole('button', { name: /Cumulonimbus may grow/ }).click()
    await playsPast(page, 62)
    await page.getByRole('searchbox').fill('')
    await page.getByRole('searchbox').blur()

    await page.getByRole('button', { name: 'Captions' }).click()
    const drawn = page.locator('.video-picture .video-captions')
    await drawn.getByText('Cumulonimbus may grow along it').waitFor()
    const sizeOf = () => drawn.evaluate((box) => Number.parseFloat(getComputedStyle(box).fontSize))
    await page.keyboard.press('k')
    const before = await sizeOf()
    await page.getByRole('slider', { name: 'Position' }).hover()
    const over = await page.locator('.seek-preview').boundingBox()
    const words = await drawn.boundingBox()
    expect((words?.y ?? 0) + (words?.height ?? 0), 'both are read').toBeLessThan(over?.y ?? 0)
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Size of captions').selectOption('Very large')
    await page.getByLabel('Contrast of captions').selectOption('Yellow on black')
    const menu = await page.getByRole('region', { name: 'Settings' }).boundingBox()
    const stage = await page.locator('.video-picture').boundingBox()
    expect(menu?.x ?? 0, 'at the side of the picture').toBeGreaterThan(
      (stage?.x ?? 0) + (stage?.width ?? 0) / 2,
    )
    expect((menu?.y ?? 0) + (menu?.height ?? 0), 'above the bar').toBeLessThan(
      (stage?.y ?? 0) + (stage?.height ?? 0),
    )
    await inspect(page, 'watch-6-settings')
    await page.keyboard.press('Escape')
    expect(await sizeOf()).toBeGreaterThan(before * 1.5)
    const colours = await drawn
      .locator('span')
      .first()
      .evaluate((words) => [getComputedStyle(words).color, getComputedStyle(words).backgroundColor])
    expect(colours).toEqual(['rgb(255, 225, 77)', 'rgb(0, 0, 0)'])
    expect(visitor.problems).toEqual([])
    await context.close()
  })
})

/** Whether it stands in the picture's top left corner, and leaves the large Play to the finger. */
function noticeOf(page: Page) {
  return page.locator('.screen .toast').evaluate((notice) => {
    const { left, right, top, bottom } = notice.getBoundingClientRect()
    const picture = document.querySelector('video')?.getBoundingClientRect() ?? new DOMRect()
    const play = document.querySelector('.large-play')?.getBoundingClientRect() ?? new DOMRect()
    return {
      isTopLeft: left - picture.left < 16 && top - picture.top < 16 && top >= picture.top,
      isInPicture: right <= picture.right && bottom <= picture.bottom,
      isAbovePlay: bottom <= play.top,
      isPictureWhole: picture.bottom <= innerHeight,
    }
  })
}

describe('a video on a phone', () => {
  it('has the browser’s own controls, resumes and keeps its place', async () => {
    const viewer = await makeViewer(shop, [1])
    const visitor = await visit(browser, PHONE)
    const { page, context } = visitor
    await watch(page, shop, { viewer, video: 'Air Law' })
    expect(await videoOf(page).getAttribute('controls')).not.toBeNull()
    expect((await detailsOf(page)).paused).toBe(true)
    await videoOf(page).evaluate(async (video: HTMLVideoElement) => {
      await video.play()
      video.currentTime = 40
    })
    await playsPast(page, 40.5)
    await videoOf(page).evaluate((video: HTMLVideoElement) => video.pause())
    await inspect(page, 'watch-7-phone')
    const { at } = await detailsOf(page)
    await closePlayer(page)
    await expect
      .poll(async () => (await progressOf(shop, viewer, 1))?.positionSeconds, { timeout: 30_000 })
      .toBeCloseTo(at, 1)
    // It stays while the window is left.
    await page.evaluate(() => setInterval(() => dispatchEvent(new Event('blur')), 100))
    await press(page, 'Air Law')
    await toast(page, 'Resuming Video').waitFor()
    expect((await detailsOf(page)).at).toBeCloseTo(at, 0)
    for (const [width, height] of [[320, 640] as const, [390, 844] as const, [844, 390] as const]) {
      await page.setViewportSize({ width, height })
      await expect
        .poll(() => noticeOf(page))
        .toEqual({ isTopLeft: true, isInPicture: true, isAbovePlay: true, isPictureWhole: true })
    }
    expect(visitor.problems).toEqual([])
    await context.close()
  })
})

describe('the dashboard', () => {
  it.each([
    ['1440', DESKTOP],
    ['390', PHONE],
  ] as const)(
    'at %s pixels warns of what closes soon, and offers what closed again',
    async (_width, options) => {
      const viewer = await makeViewer(shop, [1, 2, 3])
      const until = (days: number) => new Date(shop.deps.clock.now().getTime() + days * 86_400_000)
      for (const [videoId, days] of [
        [1, 3],
        [2, -2],
      ] as const) {
        await shop.deps.db.entitlement.updateMany({
          where: { studentId: viewer.id, videoId },
          data: { startsAt: until(-90), expiresAt: until(days) },
        })
      }
      const visitor = await visit(browser, options)
      await openDashboard(visitor.page, shop, viewer)
      await visitor.page.getByText('Closes in 3 days').waitFor()
      await visitor.page.getByRole('link', { name: 'Buy again Navigation' }).waitFor()
      await inspect(visitor.page, 'watch-8-dashboard')
      expect(visitor.problems).toEqual([])
      await visitor.context.close()
    },
  )
})
