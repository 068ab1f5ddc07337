import { describe, expect, test } from 'vitest'
import type { PageData, PageRenderer } from '#client/site/page-data.ts'
import type { PageSource } from '#server/pages/page-source.ts'
import { createPages, type PageContent } from '#server/pages/render-pages.ts'
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
    vatRate: 0.2,
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
  isAppPath: (path) => path.startsWith('/account'),
  renderShellHead: (path) => `<title>shell of ${path}</title>`,
  async renderPage(url, { videos }) {
    const isThere = url !== '/404'
    return {
      html: `<p>${url} ${videos[0]?.title}</p>`,
      head: '<title>$& here</title>',
      status: isThere ? 200 : 404,
    }
  },
}

const source: PageSource = {
  clientFolder: null,
  loadTemplate: async () => '<head><!--head--></head><div id="root"><!--app--></div><!--data-->',
  loadRenderer: async () => renderer,
}

async function read(pages: Awaited<ReturnType<typeof createPages>>, path: string) {
  const file = await pages.find(path)
  return { status: file.status, html: file.bodies.identity.toString(), cacheControl: file.cacheControl }
}

describe('a page', () => {
  test('is head, markup and data in their places, letter for letter', async () => {
    const pages = await createPages(source, async () => content('Air Law'))
    const { status, html, cacheControl } = await read(pages, '/film')
    expect(status).toBe(200)
    expect(cacheControl).toBe('no-cache')
    expect(html).toContain('<head><title>$& here</title></head><div id="root"><p>/film Air Law</p></div>')
    const [, json] = /<script type="application\/json" id="page-data">(.*)<\/script>/.exec(html) ?? []
    expect(JSON.parse(json ?? '')).toEqual(pageData('Air Law'))
  })

  test('cannot be left early by its data', async () => {
    const pages = await createPages(source, async () => content('</script><script>alert(1)</script>'))
    const { html } = await read(pages, '/account')
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).not.toContain('alert(1)</script>')
  })
})

test('a screen of one person is an empty frame with its title', async () => {
  const pages = await createPages(source, async () => content('Air Law'))
  const { status, html } = await read(pages, '/account/7')
  expect(status).toBe(200)
  expect(html).toContain('<title>shell of /account/7</title>')
  expect(html).toContain('<div id="root"></div>')
})

test('any other address is the 404 page', async () => {
  const pages = await createPages(source, async () => content('Air Law'))
  expect((await read(pages, '/wp-login.php')).status).toBe(404)
})

test('search engines learn when a page changed with the catalog, and nothing where that is not known', async () => {
  const pages = await createPages(source, async () => content('Air Law'))
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
  const pages = await createPages(source, async () => content(title))
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
  const pages = await createPages(counting, async () => content('Air Law'))
  expect(await pages.refresh()).toBe(false)
  expect(rendered).toBe(1)
})

test('a refresh that fails leaves the pages as they were', async () => {
  let isUnavailable = false
  const pages = await createPages(source, async () => {
    if (isUnavailable) throw new Error('The database is away')
    return content('Air Law')
  })
  isUnavailable = true
  await expect(pages.refresh()).rejects.toThrow('The database is away')
  expect((await read(pages, '/')).html).toContain('Air Law')
})
