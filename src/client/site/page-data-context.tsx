import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { PAGE_DATA_ID, type PageData } from './page-data.ts'

const PageDataContext = createContext<PageData | null>(null)
const RenewContext = createContext<(() => Promise<void>) | null>(null)

export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
  const [current, setCurrent] = useState(data)
  const renew = useMemo(
    () => async () => {
      const newer = await fetchPageData()
      if (newer) setCurrent(newer)
    },
    [],
  )
  return (
    <RenewContext value={renew}>
      <PageDataContext value={current}>{children}</PageDataContext>
    </RenewContext>
  )
}

/** Takes over what the pages say by now, for whoever has just changed it. */
export function useRenewPageData(): () => Promise<void> {
  const renew = useContext(RenewContext)
  if (renew === null) throw new Error('useRenewPageData needs a PageDataProvider above it')
  return renew
}

/** Null where the page cannot be had: what there is stays, until the next load. */
async function fetchPageData(): Promise<PageData | null> {
  try {
    const answer = await fetch('/', { cache: 'no-cache' })
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    return parsePageData(page)
  } catch {
    return null
  }
}

/** Catalogue, terms, seller and settings, as the server sent them with the page. */
export function usePageData(): PageData {
  const data = useContext(PageDataContext)
  if (data === null) throw new Error('usePageData needs a PageDataProvider above it')
  return data
}

/** Reads what the server wrote into the page. */
export function readPageData(): PageData {
  return parsePageData(document)
}

function parsePageData(page: Document): PageData {
  const text = page.getElementById(PAGE_DATA_ID)?.textContent
  if (!text) throw new Error(`The page has no element #${PAGE_DATA_ID}`)
  return JSON.parse(text)
}
