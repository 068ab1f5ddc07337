import { useEffect } from 'react'
import { watchPage } from './leave-guard.tsx'

/** The browser asks before the page is left: what is typed, or being sent, would be lost with it. */
export function useUnloadGuard(isOn: boolean): void {
  useEffect(() => (isOn ? watchPage(() => false) : undefined), [isOn])
}
