import { readFileSync } from 'node:fs'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DESKTOP, openBrowser, PHONE, visit } from '#tests/support/browser.ts'
import { openAccount } from '#tests/support/rest-buyer.ts'
import { type RunningShop, startRunningShop } from '#tests/support/running-shop.ts'
import { signInAsAdmin } from './back-office.ts'
import { inspect } from './inspect.ts'
import { buy, signInAs } from './shopper.ts'

const TABLET = { viewport: { width: 820, height: 1180 } }

let shop: RunningShop
let browser: Browser
beforeAll(async () => {
  ;[shop, browser] = await Promise.all([startRunningShop(), openBrowser()])
})
afterAll(async () => {
  await shop?.stop()
})

const sample = (name: string) => readFileSync(new URL(`../../samples/films/${name}`, import.meta.url))

/** The video of another subject, padded so that its upload can be cut half way. */
function largeVideo(): Buffer {
  const padding = Buffer.alloc(12 * 1024 * 1024)
  padding.writeUInt32BE(padding.length)
  padding.write('free', 4)
  return Buffer.concat([sample('navigation.mp4'), padding])
}
const VIDEO = { name: 'air-law-second-edition.mp4', mimeType: 'video/mp4', buffer: largeVideo() }

async function openCatalog(page: Page): Promise<void> {
  await signInAsAdmin(page, shop)
  await page.goto(`${shop.url}/admin/catalogue`)
  await videos(page).waitFor()
}

const videos = (page: Page) => page.getByRole('table', { name: 'Films of the catalogue' })
const noticeOf = (page: Page, words: string) => page.getByText(words, { exact: true }).first().waitFor()

async function choose(page: Page, button: string, file: typeof VIDEO): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(file)
}

/** A slow line, so that there is a middle to cut the upload in; or none at all. */
async function setLine(cdp: CDPSession, line: 'slow' | 'cut'): Promise<void> {
  await cdp.send('Network.emulateNetworkConditions', {
    offline: line === 'cut',
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_000_000,
  })
}

/** Per cent of the upload that is under way. */
const progressOf = (page: Page) =>
  page
    .getByRole('progressbar', { name: 'Upload of Film' })
    .getAttribute('aria-valuenow')
    .then((value) => Number(value))

describe('the catalog', () => {
  it('changes a price, which the public page shows at once', async () => {
    const visitor = await visit(browser, DESKTOP)
    const { page } = visitor
    await openCatalog(page)
    await inspect(page, '1-list')
    // There is a page of the shop to go back to.
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.waitForURL('**/admin/orders')
    await page.getByRole('link', { name: 'Catalogue', exact: true }).click()
    await page.getByRole('button', { name: 'Edit Air Law' }).click()
    const dialog = page.getByRole('dialog', { name: 'Air Law' })
    await dialog.getByLabel('Price, £').fill('0.29')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByText('A card cannot be charged less than 30p').waitFor()
    await inspect(page, '2-wrong-price')

    // A slip does not lose what was typed.
    await dialog.getByRole('button', { name: 'Close' }).click()
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await inspect(page, '3-leave')
    await question.getByRole('button', { name: 'Stay here' }).click()
    // Neither does Back, although it has happened when it is heard of.
    await page.evaluate(() => history.back())
    await question.waitFor()
    await page.waitForURL('**/admin/catalogue')
    await question.getByRole('button', { name: 'Stay here' }).click()
    expect(await dialog.getByLabel('Price, £').inputValue()).toBe('0.29')
    await dialog.getByLabel('Price, £').fill('65.50')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await noticeOf(page, 'Catalogue Saved')
    await videos(page).getByText('£65.50').waitFor()
    for (const path of ['/', '/videos/air-law']) {
      expect(await (await fetch(shop.url + path)).text(), path).toContain('£65.50')
    }
    // The page that the admin has open knows it as well.
    await page.getByRole('link', { name: 'Back to homepage' }).click()
    await page.locator('#videos').getByText('£65.50').first().waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })

  it('takes a video whose upload is cut in the middle, sells it and plays it', async () => {
    const visitor = await visit(browser, DESKTOP)
    const { page, context } = visitor
    await openCatalog(page)
    await page.getByRole('button', { name: 'Edit Air Law' }).click()
    await page.getByRole('tab', { name: 'Files' }).click()
    await inspect(page, '4-files')

    // What is no video is refused in words.
    const poem = {
      name: 'poem.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('An aeroplane, a field, a gate.'),
    }
    await choose(page, 'Replace Film of Air Law', poem)
    await page.getByText('not an MP4 film').first().waitFor()
    await page.getByRole('button', { name: 'Dismiss the upload of Film' }).waitFor()
    await page.getByRole('button', { name: 'Dismiss the upload of Film' }).click()
    await page.getByRole('tabpanel').getByText('not an MP4 film').waitFor({ state: 'detached' })

    // The line breaks, and comes back.
    const cdp = await context.newCDPSession(page)
    await setLine(cdp, 'slow')
    await choose(page, 'Replace Film of Air Law', VIDEO)
    await expect.poll(() => progressOf(page), { timeout: 60_000 }).toBeGreaterThan(30)
    await setLine(cdp, 'cut')
    await page.getByText('The connection broke.').waitFor()
    await inspect(page, '6-broken')
    await setLine(cdp, 'slow')
    await page.getByRole('button', { name: 'Go on with Film' }).click()
    await expect.poll(() => progressOf(page), { timeout: 60_000 }).toBeGreaterThan(50)
    await page.getByRole('button', { name: 'Pause Film' }).click()
    await page.getByText(/^Paused at/).waitFor()

    // The page is loaded again: the server knows how much has arrived, the browser asks for the file again.
    await page.reload()
    await page.getByRole('button', { name: 'Edit Air Law' }).click()
    await page.getByRole('tab', { name: 'Files' }).click()
    await page.getByText('Choose the same file').waitFor()
    expect(await progressOf(page)).toBeGreaterThan(25)
    const again = 'Choose air-law-second-edition.mp4 again, for Film'
    await choose(page, again, { ...VIDEO, name: 'another.mp4' })
    await page.getByText('That is another file.').waitFor()
    await choose(page, again, VIDEO)
    await noticeOf(page, 'File Checked')
    await page.getByText('checked, not published yet').waitFor()
    await page.waitForFunction(() => (document.querySelector('video')?.duration ?? 0) > 118)
    await inspect(page, '9-ready')

    await page.getByRole('button', { name: 'Publish Film' }).click()
    const question = page.getByRole('alertdialog', { name: 'Replace film?' })
    await question.getByLabel('Show 2 min in the catalogue').waitFor()
    await inspect(page, '10-publish')
    await question.getByRole('button', { name: 'Replace' }).click()
    await noticeOf(page, 'New File Published')
    await page.getByText(/^1 min 59 s, 14\.7 MB, uploaded/).waitFor()
    await page.getByRole('tab', { name: 'Words and price' }).click()
    expect(await page.getByLabel('Length, minutes').inputValue()).toBe('2')
    expect(visitor.problems).toEqual([])
    await context.close()

    const student = await visit(browser, DESKTOP)
    await signInAs(student.page, shop, await openAccount(shop, 'second-edition'))
    await buy(student.page, shop, ['air-law'])
    await student.page.getByRole('button', { name: 'Go to My Videos' }).click()
    await student.page
      .getByRole('button', { name: /^Start/ })
      .first()
      .click()
    await student.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1)
    const seconds = await student.page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => Math.round(video.duration))
    expect(seconds).toBe(119)
    // The admin's browser drew pictures of the new video, which stand over the bar.
    const [pictures] = await Promise.all([
      student.page.waitForResponse(/\/media\/[^/]+\/storyboard\?/),
      student.page.getByRole('slider', { name: 'Position' }).hover(),
    ])
    expect(pictures.headers()['content-type']).toBe('image/webp')
    expect(student.problems).toEqual([])
    await student.context.close()
  })

  it.each([
    ['a phone', PHONE],
    ['a tablet', TABLET],
  ] as const)('can be read on %s', async (_device, options) => {
    const visitor = await visit(browser, options)
    const { page } = visitor
    await openCatalog(page)
    await inspect(page, '11-list')
    await page.getByRole('button', { name: 'Edit terms' }).click()
    await page.getByLabel('One film, months').fill('61')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('from 1 to 60').waitFor()
    await inspect(page, '12-terms')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('button', { name: 'Edit Human Performance' }).click()
    await inspect(page, '13-words')
    await page.getByRole('tab', { name: 'Files' }).click()
    await choose(page, 'Replace Captions of Human Performance', {
      name: 'human-performance.vtt',
      mimeType: 'text/vtt',
      buffer: sample('human-performance.vtt'),
    })
    await page.getByText('checked, not published yet').waitFor()
    await inspect(page, '14-files')
    await page.getByRole('button', { name: 'Discard the upload of Captions' }).click()
    await noticeOf(page, 'Upload Discarded')
    expect(visitor.problems).toEqual([])
    await visitor.context.close()
  })
})
