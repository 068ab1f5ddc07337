const GAP = 8
const CONTROLS = 'button, a[href], input, select, textarea, summary'

/**
 * On a phone, where it is as wide as the window, a notice goes up to where it lies on nothing that one presses, also after
 * the page was scrolled, changed, or another one came. Gives back what ends it.
 */
export function keepOffControls(place: { current: HTMLElement | null }): () => void {
  const find = () => {
    const notice = place.current
    if (!notice) return
    notice.style.removeProperty('--lift')
    const box = notice.getBoundingClientRect()
    const isFloating = getComputedStyle(notice).position === 'fixed'
    if (isFloating && box.width > innerWidth * 0.85) {
      notice.style.setProperty('--lift', `${liftOver(controlsBeside(notice), box)}px`)
    }
  }
  let frame = 0
  const findSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(find)
  }
  // The notice is moved into its place after this, and follows to pages whose parts come one by one.
  findSoon()
  const page = new MutationObserver(findSoon)
  page.observe(document.body, { childList: true, subtree: true })
  addEventListener('scrollend', find)
  addEventListener('resize', find)
  return () => {
    page.disconnect()
    cancelAnimationFrame(frame)
    removeEventListener('scrollend', find)
    removeEventListener('resize', find)
  }
}

function controlsBeside(notice: HTMLElement): DOMRect[] {
  const scope = notice.closest('dialog, [role="dialog"]') ?? document.body
  return Array.from(scope.querySelectorAll(CONTROLS))
    .filter((control) => !notice.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1)
}

/** By how much; 0 where there is no free place above. */
function liftOver(controls: readonly DOMRect[], box: DOMRect): number {
  let top = box.top
  for (;;) {
    const under = controls.find((control) => control.top < top + box.height && control.bottom > top)
    if (!under) return box.top - top
    top = under.top - box.height - GAP
    if (top < 0) return 0
  }
}
