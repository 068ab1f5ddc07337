/** Calls `listener` at each of several events; gives back what ends it. */
export function listen(target: EventTarget, events: readonly string[], listener: () => void): () => void {
  for (const event of events) target.addEventListener(event, listener)
  return () => {
    for (const event of events) target.removeEventListener(event, listener)
  }
}
