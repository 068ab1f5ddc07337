import { useEffect } from 'react'

const PREVENTED = ['contextmenu', 'dragstart', 'dragover', 'drop'] as const

/** While the player is open there is no context menu, and nothing is dragged out or in (requirements §5). */
export function useProtection(): void {
  useEffect(() => {
    for (const event of PREVENTED) window.addEventListener(event, prevent, true)
    return () => {
      for (const event of PREVENTED) window.removeEventListener(event, prevent, true)
    }
  }, [])
}

function prevent(event: Event) {
  event.preventDefault()
}
