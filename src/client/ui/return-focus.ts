import { useRef } from 'react'

type FocusHandler = (event: Event) => void

export type FocusHandlers = {
  onOpenAutoFocus?: FocusHandler | undefined
  onCloseAutoFocus?: FocusHandler | undefined
}

/** Gives the focus back to whatever opened the surface. Radix does so only for its own triggers, and these surfaces are opened by state. */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers) {
  const opener = useRef<HTMLElement | null>(null)
  return {
    onOpenAutoFocus(event: Event) {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
      onOpenAutoFocus?.(event)
    },
    onCloseAutoFocus(event: Event) {
      onCloseAutoFocus?.(event)
      if (event.defaultPrevented) return
      event.preventDefault()
      if (opener.current?.isConnected) opener.current.focus()
    },
  }
}
