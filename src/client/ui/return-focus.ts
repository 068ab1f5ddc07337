import { useRef } from 'react'

type Surface = { opener: HTMLElement | null }

/** Open ones, the newest last: one that takes the place of another gives the focus back where that would have. */
const surfaces: Surface[] = []

/** Gives the focus back to whatever opened the surface. Radix does so only for its own triggers, and these surfaces are opened by state. */
export function useReturnFocus(focusOnOpening?: (event: Event) => void) {
  const surface = useRef<Surface>({ opener: null })
  return {
    onOpenAutoFocus(event: Event) {
      const { activeElement, body } = document
      const own = activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null
      surface.current.opener = own ?? surfaces.at(-1)?.opener ?? null
      surfaces.push(surface.current)
      focusOnOpening?.(event)
    },
    onCloseAutoFocus(event: Event) {
      const place = surfaces.indexOf(surface.current)
      // A surface that opened with the focus in it already was never told so.
      if (place !== -1) surfaces.splice(place, 1)
      event.preventDefault()
      if (surface.current.opener?.isConnected) surface.current.opener.focus()
    },
  }
}
