import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import type { CategorySlug } from '#shared/catalog/catalog.ts'
import { App } from './app/app.tsx'
import { renderPrivateHead, renderPublicHead } from './app/render-head.ts'
import { findMeta, findRoute, NOT_FOUND, routes } from './app/routes.tsx'
import { keepMarks, readMarks } from './art/marks.tsx'
import { MARKS } from './art/marks-files.ts'
import { SHEETS } from './art/subject-drawing.tsx'
import type { PageData, PageDetails, RenderedPage, SubjectArt } from './site/page-data.ts'
import { SubjectSymbol } from './ui/subject-symbol.tsx'

keepMarks(MARKS)

export { sharePictures } from './site/share-picture.ts'

/** Renders one address to ready markup, the same for everybody. */
export async function renderPage(url: string, data: PageData, details: PageDetails): Promise<RenderedPage> {
  const { pathname } = new URL(url, data.publicUrl)
  return {
    html: await renderApp(url, data),
    head: renderPublicHead(pathname, findMeta(pathname, data), { data, details }),
    status: publicPaths(data).includes(pathname) ? 200 : 404,
  }
}

/** The first look of a screen of one person; the address is that of the page or of one like it. */
export function renderShell(url: string, data: PageData): Promise<string> {
  return renderApp(url, data)
}

async function renderApp(url: string, data: PageData): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location={url}>
      <App data={data} />
    </StaticRouter>,
    {
      // Larger parts would otherwise come last, moved into place by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    },
  )
  return new Response(prelude).text()
}

/** The addresses of pages that are the same for everybody. */
export function publicPaths(data: PageData): string[] {
  return routes.flatMap(({ path, meta }) => {
    if (!meta) return []
    return path.includes(':slug') ? data.videos.map(({ slug }) => path.replace(':slug', slug)) : [path]
  })
}

/** The beginnings of all others: `/dashboard` stands for every dashboard. */
export function privatePaths(): string[] {
  const beginnings = routes.flatMap(({ path, meta }) => (meta ? [] : [path.replace(/\/:.*$/, '')]))
  return [...new Set(beginnings)].filter(
    (path) => !beginnings.some((other) => other !== path && path.startsWith(`${other}/`)),
  )
}

/** Whether an address belongs to a screen of one person. */
export function isAppPath(path: string): boolean {
  return findRoute(path)?.route.title !== undefined
}

/** Whether such a screen lies in the page whole, and its script may wait until it is touched. */
export function isForm(path: string): boolean {
  return findRoute(path)?.route.isForm === true
}

/** The screen behind an address; that of unknown addresses where there is none. */
export function screenOf(path: string): string {
  return findRoute(path)?.route.screen ?? NOT_FOUND
}

/** The head of such a screen. */
export function renderShellHead(path: string, data: PageData): string {
  return renderPrivateHead(findMeta(path, data))
}

/** A subject's drawing and symbol, for pictures that are no page. */
export function drawSubject(category: CategorySlug): SubjectArt {
  const { close } = SHEETS[category]
  return {
    drawing: readMarks(category),
    close,
    symbol: renderToStaticMarkup(<SubjectSymbol category={category} />),
  }
}
