import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app/app.tsx'
import type { PageData, RenderedPage } from './app/page-data.ts'
import { renderHead } from './app/render-head.ts'
import { findMeta, findRoute, routes } from './app/routes.tsx'

/** Renders one address to ready markup, the same for everybody. */
export async function renderPage(url: string, data: PageData): Promise<RenderedPage> {
  const { pathname } = new URL(url, data.publicUrl)
  const { prelude } = await prerender(
    <StaticRouter location={url}>
      <App data={data} />
    </StaticRouter>,
    {
      // Larger parts would otherwise come last, moved into place by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  )
  return {
    html: await new Response(prelude).text(),
    head: renderHead(pathname, findMeta(pathname, data), data),
    status: publicPaths(data).includes(pathname) ? 200 : 404,
  }
}

/** The addresses of pages that are the same for everybody. */
export function publicPaths(data: PageData): string[] {
  return routes.flatMap(({ path, meta }) => {
    if (!meta) return []
    return path.includes(':slug') ? data.films.map(({ slug }) => path.replace(':slug', slug)) : [path]
  })
}

/** Whether an address belongs to a screen that is rendered in the browser alone. */
export function isAppPath(path: string): boolean {
  return findRoute(path)?.route.title !== undefined
}

/** The head of such a screen. */
export function renderShellHead(path: string, data: PageData): string {
  return renderHead(path, findMeta(path, data), data)
}
