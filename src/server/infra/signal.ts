/** Something happened in this process, and others here want to know at once. */
export type Signal = {
  /** Tells every listener, and waits until all have done what they do about it; a listener that fails is its own affair. */
  raise(): Promise<void>
  /** From now on `listener` is told; the function that comes back ends it. */
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
