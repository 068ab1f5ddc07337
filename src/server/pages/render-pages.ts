import { PAGE_DATA_ID, type PageData, type PageRenderer } from '#client/app/page-data.ts'
import type { PageSource } from './page-source.ts'
import { makeReady, type ReadyFile } from './ready-file.ts'

/** Nowhere in the shop, so that rendering it gives the page for unknown addresses. */
const UNKNOWN_PATH = '/404'

export type Pages = {
  /** The page of an address: rendered, or the empty frame of a screen that the browser renders; else the 404 page. */
  find(path: string): Promise<ReadyFile>
  /** Addresses that are offered to search engines. */
  publicPaths(): string[]
  /**
   * Renders everything again where the catalogue has changed since; until it is done the old pages are sent.
   * Says whether there was anything to render.
   */
  refresh(): Promise<boolean>
}

type Edition = {
  rendered: ReadonlyMap<string, ReadyFile>
  unknown: ReadyFile
  /** The frame of a screen that is rendered in the browser; null where there is no such screen. */
  frame(path: string): Promise<ReadyFile> | null
}

/**
 * Renders the public pages to ready bytes, at start and when the catalogue changes (requirements §11): they read without script, and
 * their prices are those of the catalogue.
 */
export async function createPages(source: PageSource, loadData: () => Promise<PageData>): Promise<Pages> {
  const print = async (data: PageData) =>
    printEdition(await source.loadRenderer(), await source.loadTemplate(), data)
  const first = await loadData()
  let printed = JSON.stringify(first)
  let edition = await print(first)
  return {
    async find(path) {
      return edition.rendered.get(path) ?? edition.frame(path) ?? edition.unknown
    },
    publicPaths: () => [...edition.rendered.keys()],
    async refresh() {
      const data = await loadData()
      const wanted = JSON.stringify(data)
      if (wanted === printed) return false
      edition = await print(data)
      printed = wanted
      return true
    },
  }
}

async function printEdition(renderer: PageRenderer, template: string, data: PageData): Promise<Edition> {
  const island = pageDataIsland(data)
  const fill = (head: string, html: string) => fillTemplate(template, { head, html, island })

  async function render(path: string): Promise<ReadyFile> {
    const page = await renderer.renderPage(path, data)
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
  return { rendered: new Map(pages), unknown: await render(UNKNOWN_PATH), frame }
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
