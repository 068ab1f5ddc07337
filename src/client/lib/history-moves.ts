type Listener = (event: PopStateEvent) => void

const listeners = new Set<Listener>()

/**
 * Makes Back and Forward known here before the router knows. To be called before the router mounts: Chromium asks what
 * listens at the window in the order in which it came, capturing or not.
 */
export function hearHistoryFirst(): void {
  window.addEventListener('popstate', tellAll, true)
}

/**
 * Tells of every Back and Forward, in time to keep it from the router; returns what ends it. Who came last hears first,
 * and who stops the event keeps it from the others.
 */
export function onHistoryMove(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tellAll(event: PopStateEvent): void {
  for (const listener of [...listeners].reverse()) {
    listener(event)
    if (event.cancelBubble) return
  }
}

/** The router numbers the entries of the history; null for an entry that is not its own. */
export function historyIndex(): number | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('idx' in state)) return null
  return typeof state.idx === 'number' ? state.idx : null
}
