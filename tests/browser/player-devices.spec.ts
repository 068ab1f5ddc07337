import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { inspect } from './inspect.ts'
import {
  detailsOf,
  makeViewer,
  playsPast,
  type ShopWithClock,
  startShopWithClock,
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

const ACROSS: BrowserContextOptions = { ...PHONE, viewport: { width: 844, height: 390 } }
const TABLET: BrowserContextOptions = { ...PHONE, viewport: { width: 820, height: 1180 } }
const TABLET_ACROSS: BrowserContextOptions = { ...PHONE, viewport: { width: 1180, height: 820 } }

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not on the screen')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

async function open(options: BrowserContextOptions) {
  const visitor = await visit(browser, options)
  await watch(visitor.page, shop, { viewer: await makeViewer(shop, [1]), video: 'Air Law' })
  return visitor
}

const button = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })
const chapter = (page: Page) => page.getByRole('tabpanel').getByRole('button').first()

describe('the player of a phone', () => {
  it('held upright has the browser’s controls, its own under them, and what is read below', async () => {
    const { page, context, problems } = await open(PHONE)
    const video = videoOf(page)
    expect(await video.getAttribute('controls')).not.toBeNull()
    expect(await video.getAttribute('poster')).toBe('/previews/air-law.jpg')
    const picture = await boxOf(video)
    expect(picture.width).toBe(390)
    for (const name of ['Captions', 'Settings']) {
      const { y, height, bottom } = await boxOf(button(page, name))
      expect(y).toBeGreaterThanOrEqual(picture.bottom)
      expect(height).toBeGreaterThanOrEqual(44)
      expect(bottom).toBeLessThan(picture.bottom + 60)
    }
    for (const name of ['Captions', 'Settings']) {
      const shown = (one: Element) => getComputedStyle(one, '::after').content
      expect(await button(page, name).evaluate(shown)).toBe(`"${name}"`)
    }
    const list = await boxOf(page.getByRole('tablist'))
    const about = await boxOf(page.locator('.under-video'))
    expect(list.y, 'what one does comes first').toBeLessThan(about.y)
    await page.setViewportSize({ width: 320, height: 844 })
    const narrow = (bar: Element) => bar.scrollWidth - bar.clientWidth
    expect(await page.locator('.phone-bar').evaluate(narrow), 'wider than the phone').toBe(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('1.5×')
    expect((await detailsOf(page)).rate).toBe(1.5)
    await inspect(page, 'device-1-phone')
    await button(page, 'Settings').tap()
    for (const height of [844, 568]) {
      await page.setViewportSize({ width: height === 568 ? 320 : 390, height })
      const menu = await boxOf(page.getByRole('region', { name: 'Settings' }))
      const stage = await boxOf(video)
      expect(menu.y, 'the picture stays in sight').toBeGreaterThanOrEqual(stage.bottom)
      expect([menu.x, menu.bottom]).toEqual([0, height])
      const play = await boxOf(button(page, 'Play Air Law'))
      expect(play.bottom, 'above the controls of the browser').toBeLessThan(stage.bottom - 48)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    await inspect(page, 'device-1-phone-settings')
    await button(page, 'Settings').tap()
    await button(page, 'Play Air Law').tap()
    await playsPast(page, 0.2)
    await button(page, 'Play Air Law').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Notes' }).tap()
    await page.getByRole('textbox', { name: /^Note at/ }).waitFor()
    await page.getByRole('button', { name: 'Ask the instructor' }).tap()
    const sheet = page.locator('.player')
    const words = await sheet.evaluate(({ scrollHeight }) => scrollHeight)
    expect(words, 'longer than the window').toBeGreaterThan(844)
    expect((await boxOf(sheet)).height, 'and the paper with it').toBeCloseTo(words, -1)
    await page.getByRole('tab', { name: 'Transcript' }).tap()
    await page.locator('.dialog-stage').evaluate((stage) => stage.scrollTo(0, 200))
    expect((await boxOf(video)).y).toBe(0)
    const spill = (dialog: Element) => dialog.scrollHeight - dialog.clientHeight
    expect(await page.getByRole('dialog', { name: 'Air Law' }).evaluate(spill), 'read off the sheet').toBe(0)
    expect(problems).toEqual([])
    await context.close()
  })

  it('held across has the whole height, and its controls beside the picture', async () => {
    const { page, context, problems } = await open(ACROSS)
    expect(await videoOf(page).getAttribute('controls')).not.toBeNull()
    const picture = await boxOf(videoOf(page))
    expect([picture.y, picture.height]).toEqual([0, 390])
    for (const name of ['Close', 'Captions', 'Settings']) {
      const { x, y, right, bottom } = await boxOf(button(page, name))
      expect([x >= picture.right, y >= 0, right <= 844, bottom <= 390], name).toEqual([
        true,
        true,
        true,
        true,
      ])
    }
    for (const name of ['Contents', 'Captions', 'Settings']) {
      const shown = (one: Element) => getComputedStyle(one, '::after').content
      expect(await button(page, name).evaluate(shown)).toBe(`"${name}"`)
    }
    await inspect(page, 'device-2-phone-across')
    await button(page, 'Contents').tap()
    const beside = await boxOf(chapter(page))
    const smaller = await boxOf(videoOf(page))
    expect(beside.x).toBeGreaterThanOrEqual(smaller.right)
    expect(beside.bottom).toBeLessThanOrEqual(390)
    expect(smaller.height).toBe(390)
    await page.getByRole('tab', { name: 'Transcript' }).tap()
    await page.getByRole('searchbox', { name: 'Search the transcript' }).waitFor()
    await inspect(page, 'device-2-phone-across-side')
    await button(page, 'Contents').tap()
    expect((await boxOf(videoOf(page))).width).toBe(picture.width)
    await button(page, 'Settings').tap()
    const menu = await boxOf(page.getByRole('region', { name: 'Settings' }))
    expect(menu.x).toBeGreaterThanOrEqual((await boxOf(videoOf(page))).right)
    expect(menu.bottom).toBeLessThanOrEqual(390)
    await button(page, 'Settings').tap()
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('the player of a tablet', () => {
  it.each([
    ['upright', TABLET],
    ['across', TABLET_ACROSS],
  ] as const)('held %s has buttons for a finger, and chapters in sight', async (way, options) => {
    const { page, context, problems } = await open(options)
    await playsPast(page, 0.2)
    expect(await button(page, 'Keyboard help').count()).toBe(0)
    await button(page, 'On 10 seconds').tap()
    await playsPast(page, 10)
    const picture = await boxOf(videoOf(page))
    const first = await boxOf(chapter(page))
    expect(first.bottom).toBeLessThanOrEqual(options.viewport?.height ?? 0)
    if (way === 'across') expect(first.x).toBeGreaterThanOrEqual(picture.right)
    else expect(first.y).toBeGreaterThanOrEqual(picture.bottom)
    await videoOf(page).tap()
    expect((await detailsOf(page)).paused).toBe(true)
    await inspect(page, `device-3-tablet-${way}`)
    expect(problems).toEqual([])
    await context.close()
  })
})

describe('the bar of a larger screen', () => {
  it('shows the picture of the place under the pointer, to those alone who may see the film', async () => {
    const { page, context, problems } = await open(DESKTOP)
    const bar = await boxOf(page.getByRole('slider', { name: 'Position' }))
    const [answer] = await Promise.all([
      page.waitForResponse(/\/media\/[^/]+\/storyboard\?/),
      page.mouse.move(bar.x + bar.width / 2, bar.y + bar.height / 2),
    ])
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
    expect(Number(answer.headers()['content-length'])).toBeLessThan(20_000)
    const preview = await boxOf(page.locator('.seek-preview'))
    expect(preview.bottom).toBeLessThanOrEqual(bar.y)
    expect(preview.x + preview.width / 2).toBeCloseTo(bar.x + bar.width / 2, -1)
    expect(await page.locator('.seek-preview').innerText()).toMatch(/^0:4\d/)
    await page.mouse.move(10, 10)
    expect(await page.locator('.seek-preview').count()).toBe(0)
    expect((await fetch(answer.url())).status).toBe(403)
    expect(problems).toEqual([])
    await context.close()
  })
})

/** A press before it would play by the browser's own controls. */
async function wake(page: Page): Promise<void> {
  await page.locator('body').dispatchEvent('pointerover')
  await page.waitForFunction(() => !document.querySelector('#preview > *'))
}

describe('a preview', () => {
  it.each([
    ['a phone held across', ACROSS],
    ['a desktop', DESKTOP],
  ] as const)('pressed before the script has come lies where the player does on %s', async (_, options) => {
    const { page, context, problems } = await visit(browser, options)
    await page.route('**/*.js', () => {})
    await page.goto(`${shop.url}/videos/navigation`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Watch a piece, free' }).click()
    const early = page.getByRole('dialog', { name: 'Navigation' })
    await playsPast(page, 0.2)
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    const picture = await boxOf(early.locator('video'))
    const offer = await boxOf(early.getByRole('button', { name: 'Add to Cart, £60', exact: true }))
    expect(offer.bottom).toBeLessThanOrEqual(height)
    if (options === DESKTOP) expect(picture.x + picture.right, 'centred').toBeCloseTo(width, -1)
    expect(picture.bottom <= offer.y || picture.right <= offer.x, 'beside the picture').toBe(true)
    await inspect(page, 'device-6-preview-early')
    expect(problems).toEqual([])
    await context.close()
  })

  it.each([
    ['a phone', PHONE],
    ['a tablet', TABLET],
  ] as const)('pressed early on %s goes on in the player when that has come', async (_, options) => {
    const { page, context, problems } = await visit(browser, options)
    let letThrough = () => {}
    const isFree = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/*.js', (route) => isFree.then(() => route.continue()))
    await page.goto(`${shop.url}/videos/navigation`, { waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Watch a piece, free' }).tap()
    const early = page.locator('#preview')
    await playsPast(page, 3)
    if (options === PHONE) expect((await boxOf(early.locator('.drawer'))).height).toBe(844)
    letThrough()
    await early.waitFor({ state: 'hidden' })
    const isNative = (await videoOf(page).getAttribute('controls')) !== null
    expect(isNative, 'a thumb has the controls it knows').toBe(options === PHONE)
    await playsPast(page, 3)
    expect((await detailsOf(page)).at, 'not from its beginning').toBeGreaterThan(3)
    await button(page, 'Captions').waitFor()
    await page.getByRole('heading', { name: 'Transcript' }).waitFor()
    await inspect(page, 'device-7-preview-taken-over')
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe('/videos/navigation')
    expect(problems).toEqual([])
    await context.close()
  })

  it.each([
    ['a phone', PHONE],
    ['a desktop', DESKTOP],
  ] as const)('plays in the same player on %s, and ends with price and cart', async (_device, options) => {
    const { page, context, problems } = await visit(browser, options)
    await page.goto(`${shop.url}/videos/navigation`)
    await wake(page)
    await page.getByRole('button', { name: 'Watch a piece, free' }).click()
    await page.getByRole('dialog', { name: 'Navigation' }).waitFor()
    await playsPast(page, 0.2)
    await page.getByRole('dialog').getByRole('combobox', { name: 'Speed' }).waitFor()
    await inspect(page, 'device-4-preview')
    const sheet = await boxOf(page.locator('.player'))
    await videoOf(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.3
    })
    const end = page.getByRole('region', { name: 'After the preview' })
    await end.getByRole('button', { name: 'Add to Cart, £60' }).waitFor()
    expect((await boxOf(end)).y, 'below the picture').toBeGreaterThanOrEqual(
      (await boxOf(videoOf(page))).bottom,
    )
    expect((await boxOf(page.locator('.player'))).height, 'as high as before').toBe(sheet.height)
    await inspect(page, 'device-5-preview-end')
    await end.getByRole('button', { name: 'Add to Cart, £60' }).click()
    await page.getByRole('button', { name: 'Already in Cart' }).waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  it('of the whole shop ends with the complete package', async () => {
    const { page, context, problems } = await visit(browser, DESKTOP)
    await page.goto(shop.url)
    await wake(page)
    await page.getByRole('button', { name: 'Watch the introduction' }).click()
    await playsPast(page, 0.2)
    await page.getByRole('slider', { name: 'Position' }).hover()
    await page.locator('.seek-preview image').waitFor()
    await videoOf(page).evaluate((video: HTMLVideoElement) => {
      video.currentTime = video.duration - 0.3
    })
    const end = page.getByRole('region', { name: 'After the preview' })
    await end.getByText('£340 for all seven films').waitFor()
    await end.getByRole('button', { name: 'Add the Complete Package' }).click()
    await page.getByText('Added Remaining Videos').first().waitFor()
    expect(problems).toEqual([])
    await context.close()
  })
})
