import { useEffect, useState } from 'react'

type FullScreen = { isFull: boolean; toggle(): void }

/** Fills the screen with one element, controls and notices included. */
export function useFullScreen(element: HTMLElement | null): FullScreen {
  const [isFull, setIsFull] = useState(false)

  useEffect(() => {
    const read = () => setIsFull(element !== null && document.fullscreenElement === element)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [element])

  function toggle() {
    // Browsers may refuse, in an embedded page for one: then the video stays as large as it is.
    if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined)
    else element?.requestFullscreen().catch(() => undefined)
  }

  return { isFull, toggle }
}
