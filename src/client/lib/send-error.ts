/** One that fails again and again says so a few times. */
const MOST = 5
/** The shop leaves longer texts aside, and a call without end has frames without end. */
const LONGEST = 4_000
let sent = 0

/** Tells the shop what failed in this browser: message, frames and page, never what was typed (requirements §11). */
export function sendError(error: unknown): void {
  if (!(error instanceof Error) || sent >= MOST) return
  // What the server refused, it has logged itself.
  if (error.name === 'TRPCClientError') return
  sent += 1
  const message = error.message.slice(0, LONGEST)
  const stack = error.stack?.slice(0, LONGEST)
  const page = location.pathname
  navigator.sendBeacon?.(
    '/api/browser-errors',
    JSON.stringify({ message, stack, page, script: import.meta.url }),
  )
}

/** What no code of ours caught. */
export function watchErrors(): void {
  addEventListener('error', ({ error }) => sendError(error))
  addEventListener('unhandledrejection', ({ reason }) => sendError(reason))
}
