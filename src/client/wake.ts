/**
 * All the script of a rendered page before it is touched. React comes with the first touch, when the page has long
 * been quiet, or at once for somebody who is signed in, has a cart, follows a referer's link or comes back to a half-filled
 * application. A press that comes earlier is held and repeated, so that the first one counts.
 */

// Where zod looks before it tries whether it may eval: the page's policy forbids it, and Firefox complains of the try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const QUIET_MS = 8_000
const root = document.getElementById('root')
let isAwake = false
let waking: Promise<void> | undefined

function wake(): Promise<void> {
  waking ??= load()
  return waking
}

async function load() {
  if (!root) return
  try {
    const { start } = await import('./main.tsx')
    await start(root)
    isAwake = true
  } catch (error) {
    // Without its script the page goes on as a page: links lead where they say.
    isAwake = true
    throw error
  }
}

addEventListener(
  'click',
  (event) => {
    if (isAwake || !isPlainClick(event) || !(event.target instanceof Element)) return
    const target = event.target.closest<HTMLElement>('a, button, [role]')
    if (!target || isForTheBrowser(target)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const repeat = () => target.click()
    wake().then(repeat, repeat)
  },
  { capture: true },
)

function isPlainClick(event: MouseEvent) {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** Anchors of this page, mail addresses, other sites, new tabs. */
function isForTheBrowser(target: HTMLElement) {
  if (!(target instanceof HTMLAnchorElement)) return false
  const isHere = target.pathname === location.pathname && target.hash !== ''
  return isHere || target.origin !== location.origin || (target.target !== '' && target.target !== '_self')
}

function isExpected() {
  try {
    const token = localStorage.getItem('auth_token') ?? localStorage.getItem('token')
    const cart = localStorage.getItem('cartItems') ?? '[]'
    if (token !== null || cart.length > '[]'.length) return true
    return location.pathname === '/referer-register' && localStorage.getItem('referer_application') !== null
  } catch {
    return false
  }
}

const isEmpty = root !== null && !root.hasChildNodes()
const quietly = () => void wake().catch(() => undefined)

if (isEmpty || isExpected() || new URLSearchParams(location.search).has('ref')) {
  quietly()
} else {
  for (const kind of ['pointerover', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const) {
    addEventListener(kind, quietly, { once: true, passive: true, capture: true })
  }
  addEventListener('load', () => setTimeout(quietly, QUIET_MS))
}
