import type { Pages } from './render-pages.ts'

type CrawlerFile = { path: string; contentType: string; write: () => string }

/** robots.txt and the site map: which addresses are meant for search engines. */
export function crawlerFiles(publicUrl: string, pages: Pick<Pages, 'publicPaths'>): CrawlerFile[] {
  return [
    {
      path: '/robots.txt',
      contentType: 'text/plain; charset=utf-8',
      write: () =>
        `User-agent: *\nDisallow: /api/\nDisallow: /trpc/\nDisallow: /admin\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
    },
    {
      path: '/sitemap.xml',
      contentType: 'application/xml; charset=utf-8',
      write() {
        const entries = pages
          .publicPaths()
          .map((path) => `<url><loc>${publicUrl}${encodeURI(path)}</loc></url>`)
        return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
      },
    },
  ]
}
