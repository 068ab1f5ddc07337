import { createHash } from 'node:crypto'
import {
  PAGE_DATA_ID,
  PAGE_FILES_ID,
  type PageData,
  type PageDetails,
  type PageRenderer,
  type RenderedPage,
  type SubjectArt,
} from '#client/site/page-data.ts'
import type { SharePicture } from '#client/site/share-picture.ts'
import type { CategorySlug } from '#shared/catalog/catalog.ts'
import type { Chapters } from '#shared/schemas/catalog.ts'
import { cutStyles } from './critical-styles.ts'
import type { PageSource } from './page-source.ts'
import type { PageTemplate } from './page-template.ts'
import { makeReady, type ReadyFile } from './ready-file.ts'

/** Nowhere in the shop, so that rendering it gives the page for unknown addresses. */
const UNKNOWN_PATH = '/404'

/** What the pages are printed from. */
export type PageContent = { data: PageData; details: PageDetails }

/** An address for search engines, with when its catalog part last changed, where that is known. */
export type PublicAddress = { path: string; changedAt: string | null }

/** The content security policy of a page, which names what stands in it by its hash. */
export type PolicyFor = (inline: { script: string; style: string }) => string

export type Pages = {
  /** The page of an address: rendered, or the first look of a screen of one person; else the 404 page. */
  find(path: string, query?: URLSearchParams): Promise<ReadyFile>
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
  /** The first look of a screen of one person; null where there is no such screen. */
  frame(path: string, isBuying: boolean): Promise<ReadyFile> | null
}

/**
 * Renders the public pages to ready bytes, at start and when the catalog changes (requirements §11): they read without script, and
 * their prices are those of the catalog.
 */
export async function createPages(
  source: PageSource,
  loadContent: () => Promise<PageContent>,
  policyFor: PolicyFor,
): Promise<Pages> {
  const print = async (content: PageContent) =>
    printEdition(await source.loadRenderer(), await source.loadTemplate(), content, policyFor)
  const first = await loadContent()
  let printed = JSON.stringify(first)
  let edition = await print(first)
  return {
    async find(path, query) {
      // The one thing in a query that changes the first look: the way to the checkout leads through signing in.
      const isBuying = query?.get('redirect') === 'checkout'
      return edition.rendered.get(path) ?? edition.frame(path, isBuying) ?? edition.unknown
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
  template: PageTemplate,
  content: PageContent,
  policyFor: PolicyFor,
): Promise<Edition> {
  const { data, details } = content
  const print = (path: string, { head, html, status }: RenderedPage, isPrivate: boolean) => {
    const wakesAtOnce = isPrivate && !renderer.isForm(path)
    const files = jsonIsland(PAGE_FILES_ID, { ...template.filesOf(renderer.screenOf(path)), wakesAtOnce })
    const island = jsonIsland(PAGE_DATA_ID, { ...data, chapters: chaptersOn(path, data) })
    return printPage(template, { head, html, status, data: island, files, isPrivate }, policyFor)
  }
  const render = async (path: string) => print(path, await renderer.renderPage(path, data, details), false)

  const frames = new Map<string, Promise<ReadyFile>>()
  function frame(path: string, isBuying: boolean): Promise<ReadyFile> | null {
    if (!renderer.isAppPath(path)) return null
    const head = renderer.renderShellHead(path, data)
    const key = `${renderer.screenOf(path)} ${isBuying} ${head}`
    const known = frames.get(key) ?? printShell(path, isBuying, head)
    frames.set(key, known)
    known.catch(() => frames.delete(key))
    return known
  }

  async function printShell(path: string, isBuying: boolean, head: string) {
    const html = await renderer.renderShell(isBuying ? `${path}?redirect=checkout` : path, data)
    return print(path, { head, html, status: 200 }, true)
  }

  const paths = renderer.publicPaths(data)
  const pages = await Promise.all(paths.map(async (path) => [path, await render(path)] as const))
  const pictures = new Map(renderer.sharePictures(data).map((picture) => [picture.name, picture]))
  return { renderer, content, rendered: new Map(pages), pictures, unknown: await render(UNKNOWN_PATH), frame }
}

/** A page carries the chapters that it shows. */
function chaptersOn(path: string, { videos, chapters }: PageData): Chapters {
  const shown = videos.filter(({ slug }) => path === `/videos/${slug}`).map(({ id }) => String(id))
  return Object.fromEntries(Object.entries(chapters).filter(([id]) => shown.includes(id)))
}

type PageParts = RenderedPage & { data: string; files: string; isPrivate: boolean }

/** A page with its first script and those styles that it uses: it is shown when it has come, without another request. */
function printPage(template: PageTemplate, parts: PageParts, policyFor: PolicyFor) {
  const { html: frame, sheet, laterSheet, script } = template
  const classes = classesOf(parts.html, script)
  const style = cutStyles(parts.isPrivate ? [...sheet, ...laterSheet] : sheet, classes)
  const html = frame
    .replace('<!--head-->', () => parts.head)
    .replace('<!--styles-->', () => `<style>${style}</style>`)
    .replace('<!--script-->', () => `<script type="module">${script}</script>`)
    .replace('<!--app-->', () => parts.html)
    .replace('<!--data-->', () => parts.data)
    .replace('<!--files-->', () => parts.files)
  return makeReady(Buffer.from(html), {
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    status: parts.status,
    policy: policyFor({ script: hashOf(script), style: hashOf(style) }),
  })
}

/** Those of the markup, and every word of the script, which shows a notice when the rest does not arrive. */
function classesOf(html: string, script: string): ReadonlySet<string> {
  const worn = Array.from(html.matchAll(/ class="([^"]*)"/g), ([, names = '']) => names.split(' '))
  return new Set([...worn.flat(), ...(script.match(/[\w-]+/g) ?? [])])
}

/** As policies write it (CSP 3 §2.3.1). */
function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** Data, not script: a strict content security policy lets it stand. No `<` in it can end the element early. */
function jsonIsland(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${id}">${json}</script>`
}
