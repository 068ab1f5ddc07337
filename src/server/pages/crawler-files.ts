import { makeReady, type ReadyFile } from './ready-file.ts'
import type { Pages, PublicAddress } from './render-pages.ts'

/** Nothing below these is a page. */
const NO_PAGES = ['/api/', '/trpc/', '/dev/', '/media/', '/unsubscribe', '/metrics', '/healthz', '/readyz']

type Shown = Pick<Pages, 'publicAddresses' | 'privatePaths'>

/** robots.txt or the site map, ready to be sent; null for any other path. Written again where the pages changed. */
export function crawlerFiles(publicUrl: string, pages: Shown) {
  const written = new Map<string, { text: string; file: Promise<ReadyFile> }>()

  function ready(path: string, text: string, contentType: string): Promise<ReadyFile> {
    const known = written.get(path)
    if (known?.text === text) return known.file
    const file = makeReady(Buffer.from(text), { contentType, cacheControl: 'public, max-age=3600' })
    written.set(path, { text, file })
    return file
  }

  return {
    find(path: string): Promise<ReadyFile> | null {
      if (path === '/robots.txt')
        return ready(path, robotsText(publicUrl, pages), 'text/plain; charset=utf-8')
      if (path === '/sitemap.xml')
        return ready(path, siteMap(publicUrl, pages), 'application/xml; charset=utf-8')
      return null
    },
  }
}

function robotsText(publicUrl: string, pages: Shown): string {
  const closed = [...NO_PAGES, ...pages.privatePaths()].map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...closed, '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

function siteMap(publicUrl: string, pages: Shown): string {
  const entries = pages.publicAddresses().map((address) => entryOf(publicUrl, address))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n')
}

function entryOf(publicUrl: string, { path, changedAt }: PublicAddress): string {
  const changed = changedAt === null ? '' : `<lastmod>${changedAt}</lastmod>`
  return `<url><loc>${escapeXml(publicUrl + encodeURI(path))}</loc>${changed}</url>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
