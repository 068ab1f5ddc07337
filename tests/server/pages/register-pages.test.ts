import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageRenderer } from '#client/app/page-data.ts'
import { registerPages } from '#server/pages/register-pages.ts'
import type { Pages } from '#server/pages/render-pages.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { seedCatalogue } from '../../../prisma/seed/catalogue.ts'

let deps: TestDeps
let app: FastifyInstance
let pages: Pages
let folder: string

/** Shows what it was given, so that a test can see it. */
const renderer: PageRenderer = {
  publicPaths: () => ['/', '/support'],
  isAppPath: (path) => path === '/login',
  renderShellHead: () => '<title>Shell</title>',
  async renderPage(url, { films }) {
    const status = ['/', '/support'].includes(url) ? 200 : 404
    return { html: films.map((film) => `${film.title} ${film.pricePence}`).join(), head: '', status }
  },
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'index.html'), '<!--head--><div id="root"><!--app--></div><!--data-->')
  writeFileSync(join(folder, 'assets/index-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  writeFileSync(join(folder, '.secret.txt'), 'secret')

  deps = await createTestDeps()
  await seedCatalogue(deps)
  app = fastify()
  pages = await registerPages(
    app,
    deps,
    { publishableKey: 'pk_of_the_tests' },
    {
      clientFolder: folder,
      loadTemplate: async () => '<!--head--><div id="root"><!--app--></div><!--data-->',
      loadRenderer: async () => renderer,
    },
  )
})

afterAll(async () => {
  await app.close()
  await deps.close()
  rmSync(folder, { recursive: true, force: true })
})

test('pages show the catalogue of the database and carry it along', async () => {
  const { statusCode, body } = await app.inject('/')
  expect(statusCode).toBe(200)
  expect(body).toContain('Navigation 6000')
  expect(body).toContain('"publishableKey":"pk_of_the_tests"')
  expect(body).toContain('"singleMonths":3')
})

test('neither query nor a slash at the end makes another page', async () => {
  for (const url of ['/support', '/support/', '/support?from=mail', '/?ref=HEDGEROW17']) {
    expect((await app.inject(url)).statusCode, url).toBe(200)
  }
})

test('screens of one person get an empty frame', async () => {
  const { statusCode, body } = await app.inject('/login?redirect=checkout')
  expect(statusCode).toBe(200)
  expect(body).toContain('<title>Shell</title><div id="root"></div>')
})

test('unknown addresses get the 404 page', async () => {
  for (const url of [
    '/nope',
    '/assets/gone.js',
    '//example.com/',
    '/%00',
    '/..%2f..%2fetc%2fpasswd',
    '/%E0%A4%A',
  ]) {
    const { statusCode, body } = await app.inject(url)
    expect(statusCode, url).toBeGreaterThanOrEqual(400)
    expect(statusCode, url).toBeLessThan(500)
    expect(body, url).not.toContain('root:')
  }
})

test('files with a hash in their name are kept for ever, others for a day', async () => {
  const asset = await app.inject('/assets/index-abc123.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers['content-type']).toBe('text/javascript; charset=utf-8')
  const icon = await app.inject('/favicon.svg')
  expect(icon.headers['cache-control']).toBe('public, max-age=86400')
})

test('the template, hidden files and the notes of the build are nobody’s', async () => {
  for (const url of ['/index.html', '/.secret.txt', '/.vite/manifest.json']) {
    expect((await app.inject(url)).statusCode, url).toBe(404)
  }
})

test('search engines are told what is for them', async () => {
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
  expect((await app.inject('/sitemap.xml')).body).toContain('<loc>http://localhost:3000/support</loc>')
})

test('a price that was changed in the database is shown after the next turn', async () => {
  expect(await pages.refresh()).toBe(false)
  const { id, pricePence } = await deps.db.video.findFirstOrThrow({ where: { category: 'navigation' } })
  await deps.db.video.update({ where: { id }, data: { pricePence: 6_250 } })
  expect((await app.inject('/')).body).toContain('Navigation 6000')
  expect(await pages.refresh()).toBe(true)
  expect((await app.inject('/')).body).toContain('Navigation 6250')
  await deps.db.video.update({ where: { id }, data: { pricePence } })
  await pages.refresh()
})
