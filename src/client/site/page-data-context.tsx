import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { trpc } from '#client/lib/trpc.ts'
import type { PageCatalog } from '#shared/schemas/catalog.ts'
import { PAGE_DATA_ID, type PageData } from './page-data.ts'

const PageDataContext = createContext<PageData | null>(null)

/** The server's data of the page; the catalog in it is read again when `catalog.page` is invalidated. */
export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
  const [initialData] = useState((): PageCatalog => {
    const { videos, terms, promo, snippets } = data
    return { videos, terms, promo, snippets }
  })
  const { data: catalog } = trpc.catalog.page.useQuery(undefined, { initialData })
  const current = useMemo(() => ({ ...data, ...catalog }), [data, catalog])
  return <PageDataContext value={current}>{children}</PageDataContext>
}

/** Catalog, terms, seller and settings, as the server sent them with the page. */
export function usePageData(): PageData {
  const data = useContext(PageDataContext)
  if (data === null) throw new Error('usePageData needs a PageDataProvider above it')
  return data
}

/** Reads what the server wrote into the page. */
export function readPageData(): PageData {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent
  if (!text) throw new Error(`The page has no element #${PAGE_DATA_ID}`)
  return JSON.parse(text)
}
