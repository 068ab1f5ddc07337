import { flag, shape } from '#shared/schemas/shape.ts'
import { storedJson } from './storage.ts'

/** What a person answered to the owner's counting of visits; nothing is loaded before a yes (PECR reg. 6). */
export const analyticsConsent = storedJson('analytics_consent', shape(flag))

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

/**
 * Takes the consent back (UK GDPR, Article 7(3)): nothing more is reported, what waits to be read is gone, and so are
 * the cookies that the script could set here. True where the script runs in this page, which only a reload ends.
 */
export function withdrawConsent(): boolean {
  analyticsConsent.write(false)
  window.dataLayer?.splice(0)
  removeCookies()
  return ownScript() !== null
}

function loadScript(url: string) {
  if (ownScript() !== null) return
  const script = document.createElement('script')
  script.src = url
  script.async = true
  script.dataset.analytics = ''
  document.head.append(script)
}

function ownScript() {
  return document.querySelector('script[data-analytics]')
}

/** Stripe's, against fraud at the checkout. The shop's own cannot be read by scripts, and are not seen here. */
const KEPT = /^__stripe_/

function removeCookies() {
  const names = document.cookie
    .split(';')
    .flatMap((cookie) => cookie.split('=', 1).map((name) => name.trim()))
  for (const name of names.filter((name) => name && !KEPT.test(name))) {
    for (const domain of domainsOf(location.hostname)) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
      document.cookie = `${name}=; path=/; max-age=0${domain && `; domain=${domain}`}`
    }
  }
}

/** None given, and every domain above that a script of this page could have named. */
function domainsOf(host: string): string[] {
  const labels = host.split('.')
  return ['', ...labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))]
}
