import type { CatalogueTerms, CategorySlug } from '#shared/catalogue.ts'
import type { Pence } from '#shared/money.ts'
import type { VideoOutput } from '#shared/schemas/catalog.ts'

/** A video as the pages show and price it: the wire's fields, its address and subject, and whole pence. */
export type PageFilm = VideoOutput & { slug: string; categorySlug: CategorySlug; pricePence: Pence }

/** A free piece of film that plays without signing in. */
export type Preview = {
  title: string
  src: string
  posterUrl: string | null
  captionsUrl: string | null
  categorySlug: CategorySlug | null
}

/**
 * What the server knows when it renders a page, and the browser when it takes the page over: the first render
 * needs no call. It travels in the page as JSON, in the element named below.
 */
export type PageData = {
  films: PageFilm[]
  terms: CatalogueTerms
  /** A fraction; 0 where the seller charges no VAT. */
  vatRate: number
  seller: {
    name: string
    address: string
    email: string
    companyNumber: string | null
    vatNumber: string | null
  }
  payments: { kind: 'sandbox' | 'stripe' | 'other'; publishableKey: string }
  analyticsScriptUrl: string | null
  /** Without a slash at its end. */
  publicUrl: string
  promo: Preview | null
  snippets: Preview[]
}

export const PAGE_DATA_ID = 'page-data'

/** A page of ready markup: the inside of `#root`, what belongs in `<head>`, and the HTTP status. */
export type RenderedPage = { html: string; head: string; status: 200 | 404 }

/** What the server needs of the client's code to render pages; the entry for rendering on the server provides it. */
export type PageRenderer = {
  renderPage(url: string, data: PageData): Promise<RenderedPage>
  /** Addresses that are rendered ahead, for everybody alike. */
  publicPaths(data: PageData): string[]
  /** Whether an address belongs to a screen that is rendered in the browser alone. */
  isAppPath(path: string): boolean
  /** Title and the like of such a screen, before it runs. */
  renderShellHead(path: string, data: PageData): string
}
