import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  isAppPath,
  isForm,
  privatePaths,
  publicPaths,
  renderPage,
  renderShell,
  renderShellHead,
} from '#client/entry-server.tsx'
import type { PageDetails, RenderedPage } from '#client/site/page-data.ts'
import { projectRoot } from '#server/infra/root.ts'
import { formatPounds, pence } from '#shared/money/money.ts'
import { makePageData, makePreview } from './page-data-fixture.ts'

const SHOP = 'https://shop.example.com'
const snippet = makePreview({ posterUrl: '/previews/navigation-snippet.jpg' })
const data = makePageData({ snippets: [snippet] })
const details: PageDetails = {
  changedAt: {},
  previews: { [snippet.src]: { publishedAt: '2026-11-02T10:00:00.000Z', durationSeconds: 42.4 } },
}
const pages = publicPaths(data)
const rendered = new Map<string, Promise<RenderedPage>>()

/** Each page is rendered once. */
function pageOf(path: string): Promise<RenderedPage> {
  const known = rendered.get(path) ?? renderPage(path, data, details)
  rendered.set(path, known)
  return known
}

function tagsOf({ head }: RenderedPage): Record<string, string> {
  const tags = head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)
  return Object.fromEntries([...tags].map(([, name = '', content = '']) => [name, content]))
}

type Node = Record<string, unknown> & { '@type': string }

/** What a page says in schema.org's words, its nodes by type. */
function nodesOf({ head }: RenderedPage): Node[] {
  const blocks = [...head.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)]
  expect(blocks).toHaveLength(1)
  const graph = JSON.parse(blocks[0]?.[1] ?? '')
  expect(graph['@context']).toBe('https://schema.org')
  return graph['@graph']
}

function nodeOf(page: RenderedPage, type: string): Node {
  const found = nodesOf(page).filter((node) => node['@type'] === type)
  expect(found, type).toHaveLength(1)
  return found[0] ?? { '@type': '' }
}

/** Every value of the names in which schema.org has addresses, however deep. */
function addressesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    ['url', 'item', 'image', 'logo', 'contentUrl', 'thumbnailUrl'].includes(name) && typeof inner === 'string'
      ? [inner]
      : addressesIn(inner),
  )
}

/** The words of ready markup without any space, which markup and words have in different places. */
function lettersOf(html: string): string {
  return html
    .replace(/<!--.*?-->|<[^>]+>|\s+/g, '')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
}

test('the pages for everybody are home, seven videos and the small print', () => {
  expect(pages).toEqual([
    '/',
    ...data.videos.map(({ slug }) => `/videos/${slug}`),
    '/support',
    '/contact',
    '/privacy-policy',
    '/terms-of-service',
    '/licence-agreement',
    '/refund-policy',
    '/commission-terms',
    '/referer-register',
  ])
})

describe.each(pages)('%s', (path) => {
  test('is whole without script: a title, one main heading, nothing inline', async () => {
    const page = await pageOf(path)
    expect(page.status).toBe(200)
    expect(page.html.match(/<h1/g)).toHaveLength(1)
    expect(page.html).not.toMatch(/<script|<style| style=| on[a-z]+=/)
    expect(page.head).toMatch(/^<title>.+ \| Ground School<\/title>/)
    expect(page.head).toContain(`<link rel="canonical" href="https://shop.example.com${path}">`)
    expect(page.head).toMatch(/<meta name="description" content="[^"]{40,170}">/)
    expect(page.head).not.toContain('noindex')
  })

  test('has a picture and words for a shared link', async () => {
    const page = await pageOf(path)
    const tags = tagsOf(page)
    const own = /^\/videos\/(.+)$/.exec(path)?.[1] ?? 'shop'
    expect(tags['og:image']).toMatch(new RegExp(`^${SHOP}/og/${own}\\.png\\?v=\\w+$`))
    expect(tags).toMatchObject({
      'og:url': SHOP + path,
      'og:type': 'website',
      'og:site_name': 'Ground School',
      'og:locale': 'en_GB',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      'twitter:image': tags['og:image'],
      'og:title': tags['twitter:title'],
      'og:description': tags.description,
    })
    expect(tags['og:image:alt']?.length).toBeGreaterThan(20)
  })

  test('says who sells and where it stands, in addresses of the shop alone', async () => {
    const nodes = nodesOf(await pageOf(path))
    expect(nodes[0]).toMatchObject({ '@type': 'Organization', url: `${SHOP}/`, legalName: data.seller.name })
    for (const address of addressesIn(nodes)) expect(address.startsWith(`${SHOP}/`), address).toBe(true)
    expect(JSON.stringify(nodes)).not.toMatch(/"(aggregateRating|review|priceValidUntil)"/)
    if (path === '/') return
    const [home, here] = nodeOf(await pageOf(path), 'BreadcrumbList').itemListElement as Node[]
    expect(home).toMatchObject({ position: 1, item: `${SHOP}/` })
    expect(here).toMatchObject({ position: 2, item: SHOP + path })
  })
})

test('no two pages have the same title or description, and no title is longer than search engines show', async () => {
  const all = await Promise.all(pages.map(pageOf))
  const titles = all.map(({ head }) => /<title>(.*)<\/title>/.exec(head)?.[1] ?? '')
  expect(new Set(titles).size).toBe(pages.length)
  expect(new Set(all.map((page) => tagsOf(page).description)).size).toBe(pages.length)
  expect(titles.filter((title) => title.length > 65)).toEqual([])
})

test('no page needs a style that only comes once it is used', async () => {
  const styles = `${projectRoot}/src/client/app/`
  const files = [...readFileSync(`${styles}later.css`, 'utf8').matchAll(/@import "(.+)";/g)]
  expect(files.length).toBeGreaterThan(5)
  const all = await Promise.all([...pages, '/no/such/page'].map(pageOf))
  const worn = new Set(
    all.flatMap(({ html }) =>
      [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')),
    ),
  )
  for (const [, file = ''] of files) {
    const css = readFileSync(styles + file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    const selectors = [...css.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(','))
    const early = selectors
      .map((selector) => [...selector.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = '']) => name))
      .filter((names) => names.length > 0 && names.every((name) => worn.has(name)))
    expect(early, `${file} holds what a page shows before it is used: move it to first.css`).toEqual([])
  }
})

test('home lists every video at its price, and all of them at theirs', async () => {
  const page = await pageOf('/')
  const list = nodeOf(page, 'ItemList').itemListElement as { position: number; item: Node }[]
  expect(list.map(({ position, item }) => [position, item.name, item.offers])).toEqual(
    data.videos.map(({ title, price, slug }, index) => [
      index + 1,
      title,
      expect.objectContaining({
        price,
        priceCurrency: 'GBP',
        url: `${SHOP}/videos/${slug}`,
        category: 'Paid',
      }),
    ]),
  )
  expect(nodeOf(page, 'Product').offers).toMatchObject({ price: '340.00', priceCurrency: 'GBP' })
  expect(lettersOf(page.html)).toContain(formatPounds(pence(34_000)))
  expect(nodeOf(page, 'WebSite').url).toBe(`${SHOP}/`)
})

test.each(data.videos)('the page of $title names course, product and price', async (video) => {
  const page = await pageOf(`/videos/${video.slug}`)
  const { price, title: name, description, slug } = video
  const url = `${SHOP}/videos/${slug}`
  const offer = { price, priceCurrency: 'GBP', availability: 'https://schema.org/InStock', url }
  expect(nodeOf(page, 'Course')).toMatchObject({
    name,
    description,
    url,
    provider: { '@id': `${SHOP}/#organization` },
    offers: { ...offer, category: 'Paid' },
    hasCourseInstance: { courseMode: 'online', courseWorkload: `PT${video.duration}M` },
  })
  expect(nodeOf(page, 'Product')).toMatchObject({ description, sku: slug, url, offers: offer })
  expect(nodeOf(page, 'Product').image).toContain(`/og/${slug}.png`)
})

test('a video with a free piece names it: since when, how long, where', async () => {
  expect(nodeOf(await pageOf('/videos/navigation'), 'VideoObject')).toMatchObject({
    name: 'Navigation: a free piece',
    description: data.videos.find(({ slug }) => slug === 'navigation')?.description,
    thumbnailUrl: `${SHOP}/previews/navigation-snippet.jpg`,
    contentUrl: `${SHOP}/previews/navigation-snippet.mp4`,
    uploadDate: '2026-11-02T10:00:00.000Z',
    duration: 'PT42S',
  })
  const others = nodesOf(await pageOf('/videos/air-law')).map((node) => node['@type'])
  expect(others).not.toContain('VideoObject')
})

test('the help centre’s questions have the answers that stand on the page', async () => {
  const page = await pageOf('/support')
  const letters = lettersOf(page.html)
  const questions = nodeOf(page, 'FAQPage').mainEntity as { name: string; acceptedAnswer: { text: string } }[]
  expect(questions.length).toBe(page.html.match(/<summary/g)?.length)
  for (const { name, acceptedAnswer } of questions) {
    expect(letters).toContain(lettersOf(name + acceptedAnswer.text))
  }
})

test('private addresses are all but the public ones', () => {
  const closed = privatePaths()
  expect(closed).toEqual(expect.arrayContaining(['/dashboard', '/admin', '/checkout', '/reset-password']))
  expect(closed).not.toContain('/admin/orders')
  for (const path of pages) expect(closed.filter((beginning) => path.startsWith(beginning))).toEqual([])
})

test('an unknown address is the 404 page, kept out of search engines', async () => {
  const page = await renderPage('/no/such/page', data, details)
  expect(page.status).toBe(404)
  expect(page.html).toContain('404 Page Not Found')
  expect(page.head).toContain('<meta name="robots" content="noindex">')
})

test('what the owner writes is text, never markup', async () => {
  const [video] = data.videos
  if (!video) throw new Error('No film')
  const title = '"><script>alert(1)</script>'
  const page = await renderPage(
    `/videos/${video.slug}`,
    {
      ...data,
      videos: [{ ...video, title, description: title }],
    },
    details,
  )
  expect(page.html).not.toContain('<script>')
  expect(page.head).not.toContain('<script>')
  expect(nodeOf(page, 'Course').name).toBe(title)
})

test.each([
  ['/login', 'Sign In', /<input[^>]* name="password"/],
  ['/register', 'Sign Up', /<input[^>]* name="confirmPassword"/],
  ['/checkout', 'Checkout', /class="skeleton/],
  ['/dashboard', 'My Videos', /class="skeleton/],
  ['/dashboard/7', 'My Videos', /class="skeleton/],
  ['/account', 'Your account', /class="skeleton/],
  ['/check', 'Playback check', /Start the check/],
])(
  'the first look of %s has its heading, and its form or the boxes of what will come',
  async (path, heading, matter) => {
    const html = await renderShell(path, data)
    expect(html).toMatch(new RegExp(`<h1[^>]*>${heading}</h1>`))
    expect(html.match(/<h1/g)).toHaveLength(1)
    expect(html).toMatch(matter)
    expect(html).toMatch(/<noscript>.*This page needs JavaScript/)
    expect(html).not.toMatch(/<script|<style| style=| on[a-z]+=/)
  },
)

test('a password never gets into an address: without script the form sends nothing', async () => {
  for (const path of ['/login', '/register'])
    expect(await renderShell(path, data), path).toMatch(/<form [^>]*method="dialog"/)
})

test('the account type is chosen in the bytes of a registration', async () => {
  expect(await renderShell('/register', data)).toMatch(/<input [^>]*checked=""[^>]*value="personal"/)
})

test('a screen that needs its own address waits for the browser', async () => {
  const html = await renderShell('/reset-password', data)
  expect(html).toContain('<header')
  expect(html).toContain('Loading...')
  expect(await renderShell('/verify-email', data)).toMatch(
    /<h1>Confirm your email address<\/h1>.*Verifying your email/,
  )
})

test('the way to the checkout is known from the first look on', async () => {
  expect(lettersOf(await renderShell('/login?redirect=checkout', data))).toContain('Yourcartiskept.')
  expect(lettersOf(await renderShell('/login', data))).not.toContain('Yourcartiskept.')
})

test('screens of one person are kept out of search engines, under their own title', () => {
  expect(['/login', '/support', '/nothing'].map(isAppPath)).toEqual([true, false, false])
  expect(['/login', '/register', '/checkout', '/'].map(isForm)).toEqual([true, true, false, false])
  expect(renderShellHead('/login', data)).toContain('<title>Sign in | Ground School</title>')
  expect(renderShellHead('/login', data)).toContain('<meta name="robots" content="noindex">')
})
