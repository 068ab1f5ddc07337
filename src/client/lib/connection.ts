import { useSyncExternalStore } from 'react'

/** Without a connection; what a press then asked of the server is kept as the button that was pressed. */
type Connection = { isOffline: boolean; unsent: HTMLElement | null }

const NONE: Connection = { isOffline: false, unsent: null }
let current: Connection = NONE
let pressed: HTMLElement | null = null
const listeners = new Set<() => void>()

function change(next: Partial<Connection>) {
  current = { ...current, ...next }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) watch()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) stop()
  }
}

function watch() {
  window.addEventListener('online', compare)
  window.addEventListener('offline', compare)
  document.addEventListener('click', rememberPress, { capture: true })
  compare()
}

function stop() {
  window.removeEventListener('online', compare)
  window.removeEventListener('offline', compare)
  document.removeEventListener('click', rememberPress, { capture: true })
  current = NONE
}

function compare() {
  if (isOffline() !== current.isOffline) change({ isOffline: isOffline() })
}

/** Enter in a field presses the form's button. */
function rememberPress({ target }: MouseEvent) {
  pressed = target instanceof Element ? target.closest<HTMLElement>('form button[type="submit"]') : null
}

/** Whether the browser knows that it has no connection. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && navigator.onLine === false
}

/** What was pressed last did not reach the server. */
export function keepUnsent(): void {
  if (isOffline() && pressed !== null) change({ unsent: pressed })
}

/** Gives up what was kept, or presses it again, with all that was typed. */
export function settleUnsent(how: 'press' | 'forget'): void {
  const { unsent } = current
  change({ unsent: null })
  if (how === 'press' && unsent?.isConnected) unsent.click()
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, read, readNone)
}

function read() {
  return current
}

function readNone() {
  return NONE
}
