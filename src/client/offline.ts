/**
 * Sets up the worker that says there is no connection (public/service-worker.js), long after the page has loaded: it is
 * for the next visit. In development there is none, because it would outlive the work.
 */

const QUIET_MS = 12_000

function setUp() {
  // A browser that refuses keeps no page for later; nothing else is lost.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
}

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => setTimeout(setUp, QUIET_MS))
}
