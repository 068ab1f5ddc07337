import { z } from 'zod'
import { storedJson } from './storage.ts'

/** What a person answered to the owner's counting of visits; nothing is loaded before a yes (PECR reg. 6). */
export const analyticsConsent = storedJson('analytics_consent', z.boolean())

declare global {
  interface Window {
    /** The list that tag managers read, before and after their script has arrived. */
    dataLayer?: unknown[]
  }
}

/** Counts a page view, where the owner has configured a script and the person has agreed. */
export function reportPageView(scriptUrl: string | null, path: string): void {
  if (scriptUrl === null || analyticsConsent.read() !== true) return
  window.dataLayer ??= []
  window.dataLayer.push({ event: 'page_view', page_path: path })
  loadScript(scriptUrl)
}

function loadScript(url: string) {
  if (Array.from(document.scripts).some(({ src }) => src === url)) return
  const script = document.createElement('script')
  script.src = url
  script.async = true
  document.head.append(script)
}
