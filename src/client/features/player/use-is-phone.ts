import { useSyncExternalStore } from 'react'

/** As narrow as a phone held upright, or as low as one held across. */
const PHONE = '(width < 44rem), (pointer: coarse) and (height < 30rem)'

/** Phones get the browser's own controls, which suit a thumb (requirements §2). */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, read, () => false)
}

function subscribe(listener: () => void) {
  const query = window.matchMedia?.(PHONE)
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

function read() {
  return window.matchMedia?.(PHONE).matches ?? false
}
