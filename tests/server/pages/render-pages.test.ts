import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { PageData, PageRenderer } from '#client/site/page-data.ts'
import { parseSheet } from '#server/pages/critical-styles.ts'
import type { PageSource } from '#server/pages/page-source.ts'
import { createPages, type PageContent, type PolicyFor } from '#server/pages/render-pages.ts'
import { pence } from '#shared/money/money.ts'
import { CATALOG_TERMS } from '../../../prisma/seed/new-catalog.ts'

function pageData(title: string): PageData {
  return {
    videos: [
      {
        id: 1,
        slug: 'air-law',
        categorySlug: 'air-law',
        category: 'Air Law',
        title,
        description: '',
        duration: 84,
        price: '60.00',
        pricePence: pence(6_000),
        imageUrl: '',
      },
    ],
    terms: CATALOG_TERMS,
    instructor: null,
    sampleVideoIds: [],
    chapters: { 1: [{ startSeconds: 0, title: 'Of air law' }], 2: [] },
    vatRate: 0.2,
    payoutVatRate: 0.2,
    seller: { name: '', address: '', email: '', companyNumber: null, vatNumber: null },
    payments: { kind: 'sandbox', publishableKey: '' },
    maxStreams: 2,
    analyticsScriptUrl: null,
    publicUrl: 'https://shop.example.com',
    promo: null,
    snippets: [],
  }
}

const content = (title: string, changedAt = '2026-11-01T09:00:00.000Z'): PageContent => ({
  data: pageData(title),
  details: { changedAt: { 'air-law': changedAt }, previews: {} },
})

const renderer: PageRenderer = {
  publicPaths: () => ['/', '/film', '/videos/air-law'],
  privatePaths: () => ['/account'],
  sharePictures: ({ videos }) =>
    videos.map(({ slug, title }) => ({ name: slug, title, line: '', subjects: ['air-law'] })),
  drawSubject: () => ({ drawing: '', close: '', symbol: '' }),
  isAppPath: (path) => path.startsWith('/account') || path === '/login',
  isForm: (path) => path === '/login',
  screenOf: (path) => (path === '/login' ? 'login' : path.startsWith('/account') ? 'account' : 'page'),
  renderShellHead: () => '<title>shell</title>',
  renderShell: async () => '<h1 class="unworn">My Videos</h1>',
  async renderPage(url, { videos }) {
    const isThere = url !== '/404'
    return {
      html: `<p class="worn">${url} ${videos[0]?.title}</p>`,
      head: '<title>$& here</title>',
      status: isThere ? 200 : 404,
    }
  },
}

const source: PageSource = {
  clientFolder: null,
  loadTemplate: async () => ({
    html: '<head><!--head--><!--styles--><!--script--></head><div id="root"><!--app--></div><!--data--><!--files-->',
    sheet: parseSheet('@layer ui{.worn,.other{color:red}.wake-notice{top:0}.unworn{color:blue}}'),
    laterSheet: parseSheet('@layer ui{.unworn{top:1px}.never{top:2px}}'),
    script: 'notice.className="wake-notice"',
    filesOf: (screen) => ({ main: '/assets/main.js', scripts: [`/assets/${screen}.js`], styles: [] }),
  }),
  loadRenderer: async () => renderer,
}

const policyFor: PolicyFor = ({ script, style }) => `script ${script} style ${style}`

async function read(pages: Awaited<ReturnType<typeof createPages>>, path: string) {
  const file = await pages.find(path)
  const { status, cacheControl, policy } = file
  return { status, html: file.bodies.identity.toString(), cacheControl, policy }
}

describe('a page', () => {
  test('is head, markup and data in their places, letter for letter', async () => {
    const pages = await createPages(source, async () => content('Air Law'), policyFor)
    const { status, html, cacheControl } = await read(pages, '/film')
    expect(status).toBe(200)
    expect(cacheControl).toBe('no-cache')
    expect(html).toMatch(/^<head><title>\$& here<\/title><style>/)
    expect(html).toContain('</head><div id="root"><p class="worn">/film Air Law</p></div>')
    const [, json] = /<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json ?? '')).toEqual({ ...pageData('Air Law'), chapters: {} })
  })

  test('has the chapters of its own video alone among its data', async () => {
    const pages = await createPages(source, async () => content('Air Law'), policyFor)
    const { html } = await read(pages, '/videos/air-law')
    expect(html).toContain('"chapters":{"1":[{"startSeconds":0,"title":"Of air law"}]}')
  })

  test('cannot be left early by its data', async () => {
    const pages = await createPages(
      source,
      async () => content('</script><script>alert(1)</script>'),
      policyFor,
    )
    const { html } = await read(pages, '/account')
    expect(html.match(/<script/g)).toHaveLength(3)
    expect(html).not.toContain('alert(1)</script>')
  })
})

test('a page holds its first script and the styles it uses, and its policy names both by their hashes', async () => {
  const pages = await createPages(source, async () => content('Air Law'), policyFor)
  const style = '@layer ui{.worn,.other{color:red}.wake-notice{top:0}}'
  const script = 'notice.className="wake-notice"'
  const { html, policy } = await read(pages, '/film')
  expect(html).toContain(`<style>${style}</style><script type="module">${script}</script></head>`)
  const [of, to] = [script, style].map((text) => createHash('sha256').update(text).digest('base64'))
  expect(policy).toBe(`script 'sha256-${of}' style 'sha256-${to}'`)
  expect((await read(pages, '/account')).html).toContain(
    '<style>@layer ui{.wake-notice{top:0}.unworn{color:blue}}',
  )
})

test('a page names what its screen fetches', async () => {
  const pages = await createPages(source, async () => content('Air Law'), policyFor)
  const filesOf = async (path: string) =>
    /id="page-files">(.*)<\/script>/.exec((await read(pages, path)).html)?.[1]
  const files = { main: '/assets/main.js', scripts: ['/assets/account.js'], styles: [], wakesAtOnce: true }
  expect(JSON.parse((await filesOf('/account/7')) ?? '')).toEqual(files)
  expect(await filesOf('/film')).toContain('/assets/page.js')
})

test('a form lies in the page whole, so its script waits until it is touched', async () => {
  const pages = await createPages(source, async () => content('Air Law'), policyFor)
  expect((await read(pages, '/account/7')).html).toContain('"wakesAtOnce":true')
  expect((await read(pages, '/login')).html).toContain('"wakesAtOnce":false')
  expect((await read(pages, '/film')).html).toContain('"wakesAtOnce":false')
})

test('a screen of one person has its first look, title and styles among its bytes', async () => {
  const pages = await createPages(source, async () => content('Air Law'), policyFor)
  const { status, html } = await read(pages, '/account/7')
  expect(status).toBe(200)
  expect(html).toContain('<title>shell</title>')
  expect(html).toContain('<div id="root"><h1 class="unworn">My Videos</h1></div>')
  expect(html).toContain('.unworn{top:1px}')
  expect(html).not.toContain('.never')
})

test('any other address is the 404 page', async () => {
  const pages = await createPages(source, async () => content('Air Law'), policyFor)
  expect((await read(pages, '/wp-login.php')).status).toBe(404)
})

test('search engines learn when a page changed with the catalog, and nothing where that is not known', async () => {
  const pages = await createPages(source, async () => content('Air Law'), policyFor)
  expect(pages.publicAddresses()).toEqual([
    { path: '/', changedAt: '2026-11-01T09:00:00.000Z' },
    { path: '/film', changedAt: null },
    { path: '/videos/air-law', changedAt: '2026-11-01T09:00:00.000Z' },
  ])
  expect(pages.findPicture('air-law')).toMatchObject({ title: 'Air Law' })
  expect(pages.findPicture('gliding')).toBeNull()
})

test('refreshing shows the catalog as it is then', async () => {
  let title = 'Air Law'
  const pages = await createPages(source, async () => content(title), policyFor)
  title = 'Air Law, second edition'
  expect((await read(pages, '/')).html).not.toContain('second edition')
  await pages.refresh()
  expect((await read(pages, '/')).html).toContain('second edition')
})

test('nothing is rendered again while the catalog stays as it is', async () => {
  let rendered = 0
  const counting: PageSource = {
    ...source,
    async loadRenderer() {
      rendered++
      return renderer
    },
  }
  const pages = await createPages(counting, async () => content('Air Law'), policyFor)
  expect(await pages.refresh()).toBe(false)
  expect(rendered).toBe(1)
})

test('a refresh that fails leaves the pages as they were', async () => {
  let isUnavailable = false
  const pages = await createPages(
    source,
    async () => {
      if (isUnavailable) throw new Error('The database is away')
      return content('Air Law')
    },
    policyFor,
  )
  isUnavailable = true
  await expect(pages.refresh()).rejects.toThrow('The database is away')
  expect((await read(pages, '/')).html).toContain('Air Law')
})
