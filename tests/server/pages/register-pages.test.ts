import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { PageRenderer } from '#client/site/page-data.ts'
import { registerPages } from '#server/pages/register-pages.ts'
import type { Pages } from '#server/pages/render-pages.ts'
import { createSharePictures } from '#server/pages/share-pictures.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { seedCatalog } from '../../../prisma/seed/catalog.ts'

let deps: TestDeps
let app: FastifyInstance
let pages: Pages
let folder: string

/** Shows what it was given, so that a test can see it. */
const renderer: PageRenderer = {
  publicPaths: () => ['/', '/support'],
  privatePaths: () => ['/login'],
  sharePictures: () => [
    { name: 'navigation', title: 'Navigation', line: 'A film', subjects: ['navigation'] },
    { name: 'shop', title: 'Theory films', line: 'Two films', subjects: ['air-law', 'navigation'] },
  ],
  drawSubject: () => ({
    drawing: '<g class="marks"><circle class="ink-line" cx="98" cy="106" r="80"></circle></g>',
    close: '0 0 320 200',
    symbol: '<svg><path d="M3 20 20 5"></path></svg>',
  }),
  isAppPath: (path) => path === '/login',
  isForm: () => false,
  screenOf: () => 'catalog/home',
  renderShellHead: () => '<title>Shell</title>',
  renderShell: async (url) => `<h1>Shell of ${url}</h1>`,
  async renderPage(url, { videos }) {
    const status = ['/', '/support'].includes(url) ? 200 : 404
    return { html: videos.map((video) => `${video.title} ${video.pricePence}`).join(), head: '', status }
  },
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pages-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, '.vite'))
  writeFileSync(join(folder, 'index.html'), '<!--head--><div id="root"><!--app--></div><!--data-->')
  writeFileSync(join(folder, 'assets/index-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'service-worker.js'), '')
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
  writeFileSync(join(folder, '.vite/manifest.json'), '{}')
  writeFileSync(join(folder, '.secret.txt'), 'secret')

  deps = await createTestDeps()
  await seedCatalog(deps)
  app = fastify()
  pages = await registerPages(
    app,
    deps,
    { publishableKey: 'pk_of_the_tests' },
    {
      clientFolder: folder,
      loadTemplate: async () => ({
        html: '<!--head--><div id="root"><!--app--></div><!--data-->',
        sheet: [],
        script: '',
        laterSheet: [],
        filesOf: () => ({ main: '', scripts: [], styles: [] }),
      }),
      loadRenderer: async () => renderer,
    },
  )
})

afterAll(async () => {
  await app.close()
  await deps.close()
  rmSync(folder, { recursive: true, force: true })
})

test('pages show the catalog of the database and carry it along', async () => {
  const { statusCode, body } = await app.inject('/')
  expect(statusCode).toBe(200)
  expect(body).toContain('Navigation 6000')
  expect(body).toContain('"publishableKey":"pk_of_the_tests"')
  expect(body).toContain('"singleMonths":3')
})

test('a page lets in what stands in it, by hash, and other answers nothing of the kind', async () => {
  const policyOf = async (url: string) => String((await app.inject(url)).headers['content-security-policy'])
  const empty = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
  for (const url of ['/', '/login', '/nope']) {
    expect(await policyOf(url), url).toContain(`;script-src 'self' ${empty};`)
    expect(await policyOf(url), url).toContain(`;style-src 'self' ${empty}`)
  }
  expect(await policyOf('/assets/index-abc123.js')).not.toContain('sha256')
})

test('neither query nor a slash at the end makes another page', async () => {
  for (const url of ['/support', '/support/', '/support?from=mail', '/?ref=HEDGEROW17']) {
    expect((await app.inject(url)).statusCode, url).toBe(200)
  }
})

test('screens of one person get their first look, which knows of a checkout that waits and of no other query', async () => {
  const { statusCode, body } = await app.inject('/login?redirect=checkout')
  expect(statusCode).toBe(200)
  expect(body).toContain(
    '<title>Shell</title><div id="root"><h1>Shell of /login?redirect=checkout</h1></div>',
  )
  for (const url of ['/login', '/login?redirect=/evil', '/login?token=secret'])
    expect((await app.inject(url)).body).toContain('<h1>Shell of /login</h1>')
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

test('the worker of the pages is looked at again each time', async () => {
  expect((await app.inject('/service-worker.js')).headers['cache-control']).toBe('no-cache')
})

test('what the shop is called on a home screen has a type of its own', async () => {
  const { headers } = await app.inject('/manifest.webmanifest')
  expect(headers['content-type']).toBe('application/manifest+json')
})

test('the template, hidden files and the metadata of the build are not served', async () => {
  for (const url of ['/index.html', '/.secret.txt', '/.vite/manifest.json']) {
    expect((await app.inject(url)).statusCode, url).toBe(404)
  }
})

describe('search engines', () => {
  test('learn which addresses are for them, and when a page last changed', async () => {
    const map = await app.inject('/sitemap.xml')
    expect(map.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(map.body).toContain('<loc>http://localhost:3000/support</loc></url>')
    const { updatedAt } = await deps.db.video.findFirstOrThrow({ orderBy: { updatedAt: 'desc' } })
    expect(map.body).toContain(
      `<loc>http://localhost:3000/</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    )
  })

  test('are kept out of private addresses, and of no page', async () => {
    const { body, headers } = await app.inject('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain('Sitemap: http://localhost:3000/sitemap.xml')
    const closed = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => path)
    expect(closed).toEqual(expect.arrayContaining(['/api/', '/trpc/', '/login']))
    for (const open of ['/', '/support', '/og/shop.png', '/previews/air-law.jpg'])
      expect(closed.some((path) => open.startsWith(path))).toBe(false)
  })

  test.each(['/robots.txt', '/sitemap.xml'])('have %s already: they get 304', async (url) => {
    const { etag } = (await app.inject(url)).headers
    expect((await app.inject({ method: 'HEAD', url })).statusCode).toBe(200)
    const again = await app.inject({ url, headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })
})

describe('the picture of a shared link', () => {
  test.each(['navigation', 'shop'])('%s is a PNG of the size that the page names', async (name) => {
    const { statusCode, headers, rawPayload } = await app.inject(`/og/${name}.png?v=1`)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/png'])
    expect(headers['cache-control']).toBe('public, max-age=86400')
    expect(rawPayload.subarray(1, 4).toString()).toBe('PNG')
    expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1_200, 630])
  })

  test('is drawn once', async () => {
    const drawSubject = vi.fn(pages.drawSubject)
    const pictures = createSharePictures({ ...pages, drawSubject })
    const file = await pictures.find('/og/navigation.png')
    const drawings = drawSubject.mock.calls.length
    expect(drawings).toBeGreaterThan(0)
    expect(await pictures.find('/og/navigation.png')).toBe(file)
    expect(drawSubject).toHaveBeenCalledTimes(drawings)
  })

  test('is known again', async () => {
    const url = '/og/navigation.png'
    const { etag } = (await app.inject(url)).headers
    const again = await app.inject({ url, headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test.each(['/og/gliding.png', '/og/navigation.jpg', '/og/', '/og/..%2Fnavigation.png'])(
    '%s is none',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404)
    },
  )
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
