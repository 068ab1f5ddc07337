/**
 * Makes the storyboards of the sample films, small pictures for the seek bar, and lists them in films.json.
 *
 *   node samples/scripts/make-storyboards.mjs                    of every film
 *   node samples/scripts/make-storyboards.mjs navigation promo   of these alone
 *
 * Needs Chromium (CHROMIUM_PATH, or /usr/bin/chromium): it runs what the back office runs in the admin's browser.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'

const folder = fileURLToPath(new URL('../films/', import.meta.url))
const maker = fileURLToPath(
  new URL('../../src/client/features/admin/uploads/make-storyboard.ts', import.meta.url),
)
const listFile = join(folder, 'films.json')
const host = 'http://films.localhost'

const { outputFiles } = await build({
  entryPoints: [maker],
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'maker',
  footer: { js: 'globalThis.makeStoryboard = maker.makeStoryboard' },
})
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage()
await page.route(`${host}/**`, (route) => {
  const name = new URL(route.request().url()).pathname.slice(1)
  if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
  const bytes = readFileSync(join(folder, name))
  const [, from = '0'] = /bytes=(\d+)-/.exec(route.request().headers().range ?? '') ?? []
  return route.fulfill({
    status: 206,
    contentType: 'video/mp4',
    headers: {
      'accept-ranges': 'bytes',
      'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    },
    body: bytes.subarray(Number(from)),
  })
})
await page.goto(`${host}/`)
await page.addScriptTag({ content: outputFiles[0].text })

const wanted = process.argv.slice(2)
const films = JSON.parse(readFileSync(listFile, 'utf8'))
for (const film of films) {
  // A smaller rendition has the pictures of the film itself.
  if (!film.poster || (wanted.length > 0 && !wanted.includes(film.slug))) continue
  const base64 = await page.evaluate((url) => globalThis.makeStoryboard(url), `${host}/${film.file}`)
  const bytes = Buffer.from(base64, 'base64')
  film.storyboard = `${film.slug}.storyboard.webp`
  writeFileSync(join(folder, film.storyboard), bytes)
  process.stdout.write(`${film.slug}: ${(bytes.length / 1000).toFixed(1)} kB\n`)
}
writeFileSync(listFile, `${JSON.stringify(films, null, 2)}\n`)
await browser.close()
