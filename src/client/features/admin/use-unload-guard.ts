import { useEffect } from 'react'

/** The browser asks before the page is left: what is typed, or being sent, would be lost with it. */
export function useUnloadGuard(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isOn])
}
