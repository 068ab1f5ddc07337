import { useSyncExternalStore } from 'react'

let opener: HTMLElement | null = null
let isAsked = false
const listeners = new Set<() => void>()

/** Asks about the counting of visits once more, wherever on the page somebody wants to change their answer. */
export function askConsentAgain(): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  tell(true)
}

/** Takes the question away, and gives the focus back to what opened it. */
export function closeConsentQuestion(): void {
  tell(false)
  opener?.focus()
  opener = null
}

export function useIsConsentAsked(): boolean {
  return useSyncExternalStore(subscribe, () => isAsked, no)
}

function tell(asked: boolean) {
  isAsked = asked
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function no() {
  return false
}
