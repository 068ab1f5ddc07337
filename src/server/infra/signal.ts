/** Something happened in this process, and others here want to know at once. */
export type Signal = {
  /** Calls every listener and waits for all of them; the failure of one does not affect the others. */
  raise(): Promise<void>
  /** Adds a listener; the returned function removes it. */
  listen(listener: () => Promise<void>): () => void
}

export function createSignal(): Signal {
  const listeners = new Set<() => Promise<void>>()
  return {
    async raise() {
      await Promise.allSettled([...listeners].map((listener) => listener()))
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
