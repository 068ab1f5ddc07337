export type Handler = (event: object) => void

/** Who listens to an element. */
export function buildEvents(elementType: string) {
  const handlers = new Map<string, Set<Handler>>()

  function off(name: string, handler?: Handler) {
    if (handler === undefined) handlers.delete(name)
    else handlers.get(name)?.delete(handler)
  }

  return {
    tell(name: string, event: object = {}) {
      for (const handler of handlers.get(name) ?? []) handler({ elementType, ...event })
    },
    on(name: string, handler: Handler) {
      handlers.set(name, (handlers.get(name) ?? new Set()).add(handler))
    },
    off,
    clear: () => handlers.clear(),
  }
}
