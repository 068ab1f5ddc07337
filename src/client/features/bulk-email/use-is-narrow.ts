import { useSyncExternalStore } from 'react'

const NARROW = '(width < 44rem)'

/** Whether the width of a desk would be half out of sight. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, read)
}

function subscribe(listener: () => void) {
  const query = window.matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

function read() {
  return window.matchMedia(NARROW).matches
}
