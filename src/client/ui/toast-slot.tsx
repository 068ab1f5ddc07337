import { useEffect, useRef, useSyncExternalStore } from 'react'

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

const surfaceOf = (slot: Slot) => slot.element.closest('[role="dialog"], [role="alertdialog"]')

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
