import type { CartItem } from '#shared/schemas/storage.ts'
import type { PageData } from './site/page-data.ts'

/**
 * Does what a press means before React is there, by what its button carries: `data-opens` names a drawer that lies in the
 * page, and plays what is in it, `data-adds` the videos it puts into the cart. React finds it done. False where it has to wait: a student's menu, cart
 * and videos are not those of the page.
 */
export function actEarly(pressed: HTMLElement): boolean {
  const { opens, adds } = pressed.dataset
  try {
    if (isSignedIn() || isTakenOver()) return false
    if (opens) return openDrawer(opens)
    if (adds) {
      addVideos(adds)
      pressed.closest('dialog')?.close()
      return true
    }
  } catch {
    // Storage that is forbidden, or holds something else.
  }
  return false
}

/**
 * React holds the header and the cart a while before the screen, with which it answers: what was done here then would be lost
 * on it. A closed drawer has lost its content by that time.
 */
function isTakenOver(): boolean {
  return document.querySelector('#cart > *') === null
}

export function isSignedIn(): boolean {
  return (localStorage.getItem('auth_token') ?? localStorage.getItem('token')) !== null
}

export function readCart(): CartItem[] {
  return JSON.parse(localStorage.getItem('cartItems') ?? '[]')
}

function openDrawer(id: string): boolean {
  const drawer = document.getElementById(id)
  if (!(drawer instanceof HTMLDialogElement) || (id === 'cart' && readCart().length > 0)) return false
  const video = drawer.querySelector('video')
  if (video && !navigator.onLine) return false
  drawer.showModal()
  if (video) {
    // Its still: as an attribute it would be fetched with the page.
    Object.assign(video, video.dataset)
    // A browser that wants another press has its own controls there; what cannot be played is React's to say.
    video.play().catch(() => undefined)
  }
  return true
}

/** As features/cart keeps it, and as its buttons then look. */
function addVideos(adds: string) {
  const { videos }: PageData = JSON.parse(document.getElementById('page-data')?.textContent ?? '')
  const wanted = [...JSON.parse(adds), ...readCart().map(({ video }) => video.id)]
  const items = videos
    .filter(({ id }) => wanted.includes(id))
    .map(({ id, title, description, category, duration, price, imageUrl }) => ({
      video: { id, title, description, category, duration, price, imageUrl },
      quantity: 1,
    }))
  localStorage.setItem('cartItems', JSON.stringify(items))
  for (const button of document.querySelectorAll<HTMLElement>(`[data-adds="${adds}"]`)) {
    setText(button, button.dataset.added ?? '')
    button.classList.remove('btn-go')
    // The next press opens the cart, which waits for React.
    delete button.dataset.adds
  }
  showCount(items.length)
  document.documentElement.dataset.added = adds
}

function showCount(count: number) {
  const cart = document.querySelector('[data-opens="cart"]')
  const badge = cart?.querySelector<HTMLElement>('.count')
  if (!cart || !badge) return
  cart.setAttribute('aria-label', `Cart, ${count} ${count === 1 ? 'film' : 'films'} in it`)
  setText(badge, String(count))
  badge.hidden = false
}

/** The text itself stays, for React takes it over. */
function setText({ firstChild }: Element, text: string) {
  if (firstChild) firstChild.nodeValue = text
}
