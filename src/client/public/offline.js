// A line that is back tells so, but not always when the shop can be reached over it.
const LOOK_EVERY_MS = 4_000

async function reloadOnceReached() {
  const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null)
  if (answer !== null) location.reload()
}

addEventListener('online', reloadOnceReached)
setInterval(reloadOnceReached, LOOK_EVERY_MS)
