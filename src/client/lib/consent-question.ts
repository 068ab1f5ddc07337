import { useSyncExternalStore } from 'react'

let opener: HTMLElement | null = null
/** How often it has been asked for since it was last answered: each time it takes the focus. */
let timesAsked = 0
const listeners = new Set<() => void>()

/** Asks about the counting of visits once more, wherever on the page a visitor changes the answer. */
export function askConsentAgain(): void {
  opener = document.activeElement instanceof HTMLElement ? document.activeElement : null
  tell(timesAsked + 1)
}

/** Takes the question away, and gives the focus back to what opened it. */
export function closeConsentQuestion(): void {
  tell(0)
  opener?.focus()
  opener = null
}

/** 0 until the question is asked for. */
export function useTimesConsentAsked(): number {
  return useSyncExternalStore(subscribe, () => timesAsked, never)
}

function tell(times: number) {
  timesAsked = times
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function never() {
  return 0
}
