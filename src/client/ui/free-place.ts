const GAP = 8
const CONTROLS = 'button, a[href], input, select, textarea, summary'
/** Name, price and term of what was pressed. */
const SPOKEN_OF = 'h1, dl'

/**
 * On a phone or a tablet, where it is half as wide as the window, a notice goes up to where it lies on nothing that one
 * presses or that it speaks of, also after the page was scrolled, changed, or another one came. Gives back what ends it.
 */
export function keepOffControls(place: { current: HTMLElement | null }): () => void {
  const find = () => {
    const notice = place.current
    if (!notice) return
    notice.style.removeProperty('--lift')
    const box = notice.getBoundingClientRect()
    const isFloating = getComputedStyle(notice).position === 'fixed'
    if (isFloating && box.width > innerWidth / 2) {
      notice.style.setProperty('--lift', `${liftOver(keptClear(notice, box), box)}px`)
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

function keptClear(notice: HTMLElement, { left, right }: DOMRect): DOMRect[] {
  const scope = notice.closest('dialog, [role="dialog"]') ?? document.body
  return Array.from(scope.querySelectorAll(`${CONTROLS}, ${SPOKEN_OF}`))
    .filter((control) => !notice.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter((box) => box.width > 1 && box.height > 1 && box.left < right && box.right > left)
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
