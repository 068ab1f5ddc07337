import { useSyncExternalStore } from 'react'

/** Whether the page has been taken over by the browser: false on the server and while its markup is taken over. */
export function useIsInBrowser(): boolean {
  return useSyncExternalStore(noChange, yes, no)
}

function noChange() {
  return () => undefined
}

function yes() {
  return true
}

function no() {
  return false
}
