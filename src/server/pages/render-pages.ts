import {
  PAGE_DATA_ID,
  type PageData,
  type PageDetails,
  type PageRenderer,
  type SubjectArt,
} from '#client/site/page-data.ts'
import type { SharePicture } from '#client/site/share-picture.ts'
import type { CategorySlug } from '#shared/catalog/catalog.ts'
import type { PageSource } from './page-source.ts'
import { makeReady, type ReadyFile } from './ready-file.ts'

/** Nowhere in the shop, so that rendering it gives the page for unknown addresses. */
const UNKNOWN_PATH = '/404'

/** What the pages are printed from. */
export type PageContent = { data: PageData; details: PageDetails }

/** An address for search engines, with when its catalog part last changed, where that is known. */
export type PublicAddress = { path: string; changedAt: string | null }

export type Pages = {
  /** The page of an address: rendered, or the empty frame of a screen that the browser renders; else the 404 page. */
  find(path: string): Promise<ReadyFile>
  /** Addresses that are offered to search engines. */
  publicAddresses(): PublicAddress[]
  /** The beginnings of those that are not. */
  privatePaths(): string[]
  /** The content of the picture of that name; null when there is none. */
  findPicture(name: string): SharePicture | null
  drawSubject(category: CategorySlug): SubjectArt
  /**
   * Renders everything again where the catalog has changed since; until it is done the old pages are sent.
   * Says whether there was anything to render.
   */
  refresh(): Promise<boolean>
}

type Edition = {
  renderer: PageRenderer
  content: PageContent
  rendered: ReadonlyMap<string, ReadyFile>
  pictures: ReadonlyMap<string, SharePicture>
  unknown: ReadyFile
  /** The frame of a screen that is rendered in the browser; null where there is no such screen. */
  frame(path: string): Promise<ReadyFile> | null
}

/**
 * Renders the public pages to ready bytes, at start and when the catalog changes (requirements §11): they read without script, and
 * their prices are those of the catalog.
 */
export async function createPages(
  source: PageSource,
  loadContent: () => Promise<PageContent>,
): Promise<Pages> {
  const print = async (content: PageContent) =>
    printEdition(await source.loadRenderer(), await source.loadTemplate(), content)
  const first = await loadContent()
  let printed = JSON.stringify(first)
  let edition = await print(first)
  return {
    async find(path) {
      return edition.rendered.get(path) ?? edition.frame(path) ?? edition.unknown
    },
    publicAddresses() {
      return [...edition.rendered.keys()].map((path) => ({ path, changedAt: changeOf(path, edition) }))
    },
    privatePaths: () => edition.renderer.privatePaths(),
    findPicture: (name) => edition.pictures.get(name) ?? null,
    drawSubject: (category) => edition.renderer.drawSubject(category),
    async refresh() {
      const content = await loadContent()
      const wanted = JSON.stringify(content)
      if (wanted === printed) return false
      edition = await print(content)
      printed = wanted
      return true
    },
  }
}

/** Home shows every video, so it changed with the latest; of pages without a video no date is known. */
function changeOf(path: string, { content: { details } }: Edition): string | null {
  if (path === '/') return Object.values(details.changedAt).sort().at(-1) ?? null
  const [, slug] = /^\/videos\/(.+)$/.exec(path) ?? []
  return slug === undefined ? null : (details.changedAt[slug] ?? null)
}

async function printEdition(
  renderer: PageRenderer,
  template: string,
  content: PageContent,
): Promise<Edition> {
  const { data, details } = content
  const island = pageDataIsland(data)
  const fill = (head: string, html: string) => fillTemplate(template, { head, html, island })

  async function render(path: string): Promise<ReadyFile> {
    const page = await renderer.renderPage(path, data, details)
    return readyPage(fill(page.head, page.html), page.status)
  }

  const frames = new Map<string, Promise<ReadyFile>>()
  function frame(path: string): Promise<ReadyFile> | null {
    if (!renderer.isAppPath(path)) return null
    const head = renderer.renderShellHead(path, data)
    const known = frames.get(head) ?? readyPage(fill(head, ''), 200)
    frames.set(head, known)
    return known
  }

  const paths = renderer.publicPaths(data)
  const pages = await Promise.all(paths.map(async (path) => [path, await render(path)] as const))
  const pictures = new Map(renderer.sharePictures(data).map((picture) => [picture.name, picture]))
  return { renderer, content, rendered: new Map(pages), pictures, unknown: await render(UNKNOWN_PATH), frame }
}

function readyPage(html: string, status: 200 | 404): Promise<ReadyFile> {
  return makeReady(Buffer.from(html), {
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    status,
  })
}

function fillTemplate(template: string, parts: { head: string; html: string; island: string }): string {
  return template
    .replace('<!--head-->', () => parts.head)
    .replace('<!--app-->', () => parts.html)
    .replace('<!--data-->', () => parts.island)
}

/** Data, not script: a strict content security policy lets it stand. No `<` in it can end the element early. */
function pageDataIsland(data: PageData): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${PAGE_DATA_ID}">${json}</script>`
}
