import {
  type KeyboardEvent as ReactKeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useRef,
  useSyncExternalStore,
} from 'react'

type Surface = { openers: readonly HTMLElement[] }

/** Open ones, the newest last: one that takes the place of another gives the focus back where that would have. */
const surfaces: Surface[] = []

/** Gives the focus back to whatever opened the surface. Radix does so only for its own triggers, and these surfaces are opened by state. */
export function useReturnFocus(focusOnOpening?: (event: Event) => void) {
  const surface = useRef<Surface>({ openers: [] })
  return {
    onOpenAutoFocus(event: Event) {
      const { activeElement, body } = document
      const own = activeElement instanceof HTMLElement && activeElement !== body ? [activeElement] : []
      surface.current.openers = [...own, ...(surfaces.at(-1)?.openers ?? [])]
      surfaces.push(surface.current)
      focusOnOpening?.(event)
    },
    onCloseAutoFocus(event: Event) {
      const place = surfaces.indexOf(surface.current)
      // A surface that opened with the focus in it already was never told so.
      if (place !== -1) surfaces.splice(place, 1)
      event.preventDefault()
      surface.current.openers.find(({ isConnected }) => isConnected)?.focus()
    },
  }
}

/** Escape in a notice over the browser's own dialog ends the notice alone. */
export function keepForNotice(event: SyntheticEvent): void {
  if (document.activeElement?.closest('.toaster')) event.preventDefault()
}

const passedOn = new WeakSet<Event>()

/**
 * Radix gives Escape to what was opened last, which may be a notice that came up over a dialog. Unless the notice has
 * the focus, the key is meant for the dialog: it is passed on.
 */
export function passEscapeOn(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.closest('.toaster')) return
  event.preventDefault()
  passedOn.add(event)
}

/** Closes a dialog by the Escape that a notice over it has passed on. */
export function closeByPassedEscape(onOpenChange: (open: boolean) => void) {
  return ({ nativeEvent }: ReactKeyboardEvent) => {
    if (passedOn.has(nativeEvent)) onOpenChange(false)
  }
}

type Slot = { element: HTMLElement; preferred: boolean }

/** Where a toast may stand inside an open modal surface: outside it nothing can be focused or heard. */
let slots: readonly Slot[] = []
const listeners = new Set<() => void>()

function change(next: readonly Slot[]) {
  slots = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const surfaceOf = (slot: Slot) => slot.element.closest('dialog, [role="dialog"], [role="alertdialog"]')

/** The place in the surface opened last; in it, the one the surface prefers. */
function currentSlot() {
  const last = slots.at(-1)
  if (!last) return null
  const preferred = slots.findLast((slot) => slot.preferred && surfaceOf(slot) === surfaceOf(last))
  return (preferred ?? last).element
}

export function useToastSlot() {
  return useSyncExternalStore(subscribe, currentSlot, () => null)
}

/** A place for the toast. Every dialog and drawer has one; `preferred` puts it elsewhere in that surface, as over a video. */
export function ToastSlot({ preferred = false }: { preferred?: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const slot = { element, preferred }
    change([...slots, slot])
    return () => change(slots.filter((other) => other !== slot))
  }, [preferred])
  return <div className="toast-slot" ref={place} />
}
