import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

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
