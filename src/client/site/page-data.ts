import type { CategorySlug } from '#shared/catalog/catalog.ts'
import type { Chapters, PageCatalog } from '#shared/schemas/catalog.ts'
import type { SharePicture } from './share-picture.ts'

/**
 * What the server knows when it renders a page, and the browser when it takes the page over: the first render
 * needs no call. It travels in the page as JSON, in the element named below.
 */
export type PageData = PageCatalog & {
  /** A fraction; 0 where the seller charges no VAT. */
  vatRate: number
  /** A fraction, on top of what a registered referer is paid. */
  payoutVatRate: number
  seller: {
    name: string
    address: string
    email: string
    companyNumber: string | null
    vatNumber: string | null
  }
  /** Of the video whose page it is; of others they are asked for. */
  chapters: Chapters
  /** Those in whose place the demo plays a short sample. */
  sampleVideoIds: readonly number[]
  /** Who teaches; null until the owner has said. */
  instructor: { name: string; licence: string | null; pictureUrl: string | null } | null
  payments: { kind: 'sandbox' | 'stripe' | 'other'; publishableKey: string }
  /** How many videos one student may have running at the same moment. */
  maxStreams: number
  analyticsScriptUrl: string | null
  /** Without a slash at its end. */
  publicUrl: string
}

/** What search engines are told beside what the page shows; it stays on the server. Times are ISO 8601. */
export type PageDetails = {
  /** When a video's words, price or picture last changed, by slug. */
  changedAt: Readonly<Record<string, string>>
  /** The files of the free pieces, by the address they are played from. */
  previews: Readonly<Record<string, { publishedAt: string; durationSeconds: number | null }>>
}

export const PAGE_DATA_ID = 'page-data'

/** What a page fetches once it is used, as addresses of built files. It travels in the page as JSON too. */
export type PageFiles = {
  main: string
  scripts: readonly string[]
  styles: readonly string[]
  /** A screen of one person that is more than a form: it needs its script before it is touched. */
  wakesAtOnce: boolean
}

export const PAGE_FILES_ID = 'page-files'

/** A page of ready markup: the inside of `#root`, what belongs in `<head>`, and the HTTP status. */
export type RenderedPage = { html: string; head: string; status: 200 | 404 }

/** What the server needs of the client's code to render pages; the entry for rendering on the server provides it. */
export type PageRenderer = {
  renderPage(url: string, data: PageData, details: PageDetails): Promise<RenderedPage>
  /** Addresses that are rendered ahead, for everybody alike. */
  publicPaths(data: PageData): string[]
  /** Whether an address belongs to a screen of one person, of which only the first look is rendered ahead. */
  isAppPath(path: string): boolean
  /** Whether such a screen lies in the page whole, and its script may wait until it is touched. */
  isForm(path: string): boolean
  /** The screen behind an address, as in the table of routes: 'catalog/home'. */
  screenOf(path: string): string
  /** Title and the like of such a screen, before it runs. */
  renderShellHead(path: string, data: PageData): string
  /** Its first look, the same for everybody: frame, heading, and an empty form or the boxes of what will come. */
  renderShell(url: string, data: PageData): Promise<string>
  /** The beginnings of the private addresses. */
  privatePaths(): string[]
  /** What shared links show. */
  sharePictures(data: PageData): SharePicture[]
  drawSubject(category: CategorySlug): SubjectArt
}

/** The art of a subject as SVG without colours: the whole sheet of 320 by 200, and its symbol of 24 by 24. */
export type SubjectArt = {
  drawing: string
  /** The telling part of the drawing: x, y, width, height. */
  close: string
  symbol: string
}
