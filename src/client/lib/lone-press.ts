/**
 * Keeps the second press of a double click from whatever has come into the place of the first: a line that moved up
 * when the one above it was removed, or the page under a dialog that has closed. Returns what ends it.
 */
export function keepPressesApart(page: Document): () => void {
  let pressed: Element | null = null
  function look(event: MouseEvent) {
    const { target } = event
    if (!(target instanceof Element)) return
    if (event.detail > 1 && pressed !== null && isGone(pressed)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (event.detail === 1) pressed = target
  }
  page.addEventListener('click', look, true)
  return () => page.removeEventListener('click', look, true)
}

/** A dialog that is on its way out counts as out. */
function isGone(element: Element): boolean {
  return !element.isConnected || element.closest('[data-state="closed"][role="dialog"]') !== null
}
