/**
 * All the script of a rendered page before it is touched. The rest is fetched behind the page and starts with the first
 * touch, when the page has long been quiet, or as soon as the page has been shown: on a screen of one person that is more than a
 * form, and for a visitor who is signed in, has a cart or a referer's code, or comes back to a half-filled application. A press that comes
 * earlier is done without it where it can be; links are followed as links until the script has come. Any other press is
 * shown as heard, held and repeated, so that the first one counts. A load that fails is said on the page and tried again: at
 * the next press, when the connection is back, and by itself.
 */
import { actEarly, isSignedIn, readCart } from './early-press.ts'
import type { PageFiles } from './site/page-data.ts'

// Where zod looks before it tries whether it may eval: the page's policy forbids it, and Firefox complains of the try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const QUIET_MS = 8_000
/** A press that waits longer is told so, and a link is followed as a link. */
const TIMEOUT_MS = 5_000
/** A window that gets no frames counts as shown by then. */
const SHOWN_MS = 1_000
const MOST_SECONDS_BETWEEN_TRIES = 60

const root = document.getElementById('root')
const notice = createNotice()
let isAwake = false
let waking: Promise<void> | undefined
let tries = 0
let nextTry: ReturnType<typeof setTimeout> | undefined
/** What was pressed last and has not happened yet. */
let held: HTMLElement | null = null
/** Says to those who listen that a press was heard. */
const heard = document.createElement('p')
heard.className = 'visually-hidden'
heard.role = 'status'
let isFollowing = false

function wake(): Promise<void> {
  waking ??= load()
  return waking
}

async function load() {
  if (!root) return
  try {
    const { main, scripts, styles } = readFiles()
    for (const file of [main, ...scripts]) fetchAhead(file)
    const started: Promise<typeof import('./main.tsx')> = import(/* @vite-ignore */ main)
    const [{ start }] = await Promise.all([started, ...styles.map(fetchStyle)])
    await start(root)
  } catch (error) {
    waking = undefined
    showNotice()
    clearTimeout(nextTry)
    nextTry = setTimeout(quietly, Math.min(2 ** tries, MOST_SECONDS_BETWEEN_TRIES) * 1_000)
    tries += 1
    void renewIfOutdated()
    throw error
  }
  isAwake = true
  notice.remove()
  heard.remove()
  repeatHeld()
}

/** A press that waits looks pressed, under a busy pointer. */
function hold(target: HTMLElement | null) {
  held?.removeAttribute('aria-busy')
  target?.setAttribute('aria-busy', 'true')
  document.documentElement.toggleAttribute('data-waking', target !== null)
  held = target
  heard.textContent = target && 'Loading…'
}

/** What the server wrote into the page, for the build alone knows the names. */
function readFiles(): PageFiles {
  return JSON.parse(document.getElementById('page-files')?.textContent ?? '')
}

/** The scripts that have come. */
const come = new Set<string>()

/** Otherwise the browser learns of them one after the other, each from the one before. */
function fetchAhead(href: string) {
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  link.onload = () => come.add(href)
  document.head.append(link)
}

function isScriptHere() {
  const { main, scripts } = readFiles()
  return [main, ...scripts].every((file) => come.has(file))
}

/** Each sheet that is on its way: the first touch and the first picture may both want it. */
const sheets = new Map<string, Promise<unknown>>()

/** A sheet that came to nothing is asked for once more by a new link. */
function fetchStyle(href: string) {
  const known = document.querySelector<HTMLLinkElement>(`link[rel="stylesheet"][href="${href}"]`)
  if (known?.sheet) return
  const fetched =
    sheets.get(href) ??
    new Promise((resolve, reject) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = href
      link.onload = resolve
      link.onerror = (error) => {
        sheets.delete(href)
        reject(error)
      }
      if (known) known.replaceWith(link)
      else document.head.append(link)
    })
  sheets.set(href, fetched)
  return fetched
}

/** A newer shop names other scripts in its pages, and those of this page are gone: no other try would find them. */
async function renewIfOutdated() {
  const { main } = readFiles()
  // Without a connection there is nothing to compare with; the next try asks again.
  const page = await fetch(location.href, { cache: 'reload' }).catch(() => null)
  if (page?.ok && !isAwake && !(await page.text()).includes(main)) location.reload()
}

/** No React and no styles of its own: what failed to arrive may be just those. */
function createNotice() {
  const made = document.createElement('div')
  made.className = 'alert alert-bad no-print wake-notice'
  made.role = 'alert'
  made.innerHTML =
    '<p class="alert-title"></p><p>What you press happens as soon as it has. It tries again by itself. <a class="link" href="">Load the page again</a></p>'
  return made
}

function showNotice() {
  const [title] = notice.children
  if (title) title.textContent = navigator.onLine ? 'This page has not loaded completely' : 'You are offline'
  document.body.append(notice)
}

function repeatHeld() {
  const target = held
  hold(null)
  if (target?.isConnected) target.click()
}

/** Without its script the page goes on as a page: links lead where they say, buttons wait. */
function goOnWithout() {
  if (isAwake) return
  showNotice()
  if (!(held instanceof HTMLAnchorElement)) return
  isFollowing = true
  repeatHeld()
  isFollowing = false
}

addEventListener(
  'click',
  (event) => {
    if (isAwake || isFollowing || !isPlainClick(event) || !(event.target instanceof Element)) return
    closeDrawer(event.target)
    const target = event.target.closest<HTMLElement>('a, button, [role]')
    if (!target || isForTheBrowser(target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (actEarly(target)) {
      if (target.dataset.adds) heard.textContent = 'Added to your cart'
      return quietly()
    }
    hold(target)
    const late = setTimeout(goOnWithout, TIMEOUT_MS)
    wake()
      .catch(goOnWithout)
      .finally(() => clearTimeout(late))
  },
  { capture: true },
)

addEventListener('online', () => {
  if (tries > 0) quietly()
})

function isPlainClick(event: MouseEvent) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** One that was opened early, by a press beside it, or on a link in it. */
function closeDrawer(pressed: Element) {
  const drawer = pressed.closest('dialog')
  if (pressed === drawer || pressed.closest('a')) drawer?.close()
}

/** What lies in a drawer that was opened early, but for the way into the cart; anchors of this page, mail addresses, other sites, new tabs. */
function isForTheBrowser(target: HTMLElement) {
  if (target.closest('dialog') && !target.dataset.adds) return true
  if (!(target instanceof HTMLAnchorElement)) return false
  const isHere = target.pathname === location.pathname && target.hash !== ''
  const isElsewhere = target.origin !== location.origin || (target.target !== '' && target.target !== '_self')
  return isHere || isElsewhere || !isScriptHere()
}

function isExpected() {
  try {
    const hasCode = localStorage.getItem('referral_code') !== null
    if (hasCode) document.documentElement.dataset.code = ''
    if (isSignedIn()) document.documentElement.dataset.student = ''
    if (isSignedIn() || readCart().length > 0 || hasCode) return true
    return location.pathname === '/referer-register' && localStorage.getItem('referer_application') !== null
  } catch {
    return false
  }
}

/** A press finds the script there, or on its way; not for those who count bytes. */
function fetchBehind() {
  if (Object(navigator).connection?.saveData) return
  const { main, scripts, styles } = readFiles()
  for (const href of [main, ...scripts]) fetchAhead(href)
  for (const href of styles) fetchStyle(href)?.catch(() => undefined)
}

function quietly() {
  wake().catch(() => undefined)
}

/**
 * The whole first sheet, and with it Cabin, once the page has been shown in its stead: on a phone's connection they would
 * take from the page, which is shown a quarter of a second later.
 */
function fetchSheet() {
  const [sheet] = readFiles().styles
  if (sheet) fetchStyle(sheet)?.catch(() => undefined)
}

/** What is shown does not wait for what comes after it. A page in the background is not shown. */
function afterPaint(next: () => void) {
  if (document.hidden) return next()
  const shown = new Promise<void>((tell) => requestAnimationFrame(() => setTimeout(tell)))
  void Promise.race([shown, new Promise<void>((tell) => setTimeout(tell, SHOWN_MS))]).then(next)
}

document.body.append(heard)
const isEmpty = root !== null && !root.hasChildNodes()

if (isEmpty) quietly()
else if (isExpected() || readFiles().wakesAtOnce || new URLSearchParams(location.search).has('ref')) {
  afterPaint(quietly)
} else {
  afterPaint(fetchSheet)
  const touched = new AbortController()
  for (const kind of ['pointerover', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const) {
    addEventListener(
      kind,
      ({ target }) => {
        // The page that a link leads to needs the line for itself.
        if (target instanceof Element && target.closest('a') && !isScriptHere()) return
        touched.abort()
        quietly()
      },
      { signal: touched.signal, passive: true, capture: true },
    )
  }
  addEventListener('load', () => {
    setTimeout(fetchBehind)
    setTimeout(quietly, QUIET_MS)
  })
}
