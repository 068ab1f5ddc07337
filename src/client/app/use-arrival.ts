import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { usePageData } from '#client/site/page-data-context.tsx'
import { fullTitle } from '#client/site/page-meta.ts'
import { countVisit } from './count-visit.ts'
import { findMeta } from './routes.tsx'

/**
 * What a browser does by itself when a page is loaded, for addresses that change without one: title, description,
 * scrolling to the top or the anchor, and the focus to the new matter, so that a screen reader starts there.
 */
export function useArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash, key } = useLocation()
  const navigation = useNavigationType()
  const data = usePageData()
  const arrived = useRef<string | null>(null)

  useEffect(() => {
    const meta = findMeta(pathname, data)
    document.title = fullTitle(meta)
    setHeadTag('meta[name="description"]', 'content', meta.description ?? '')
    setHeadTag('link[rel="canonical"]', 'href', `${data.publicUrl}${pathname}`)
    countVisit(data.analyticsScriptUrl, pathname)
  }, [pathname, data])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` makes the same link scroll again
  useEffect(() => {
    const isNewPage = arrived.current !== pathname
    arrived.current = pathname
    // The first page, and going back and forward: the browser scrolls.
    if (navigation === 'POP') return
    const target = hash ? document.getElementById(decodeHash(hash)) : null
    if (target) target.scrollIntoView()
    else if (isNewPage) {
      window.scrollTo(0, 0)
      main.current?.focus({ preventScroll: true })
    }
  }, [pathname, hash, key, navigation])

  return main
}

function setHeadTag(selector: string, attribute: string, value: string) {
  document.head.querySelector(selector)?.setAttribute(attribute, value)
}

/** An address can hold anything after the sign, broken escapes too. */
function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
