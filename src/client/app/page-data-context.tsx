import { createContext, type ReactNode, useContext } from 'react'
import { PAGE_DATA_ID, type PageData } from './page-data.ts'

const PageDataContext = createContext<PageData | null>(null)

export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
  return <PageDataContext value={data}>{children}</PageDataContext>
}

/** Catalogue, terms, seller and settings, as the server sent them with the page. */
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
