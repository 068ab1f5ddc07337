/** Collects what is to be sent together. */
export type Batch<T> = {
  add(item: T): void
  /** Resolves when everything so far was sent. */
  sent(): Promise<void>
}

/** Sends what came while the batch before was on its way in one call, each item once. `send` handles its own failures. */
export function createBatch<T>(send: (items: T[]) => Promise<void>): Batch<T> {
  let waiting = new Set<T>()
  let sending: Promise<void> | null = null

  async function sendAll(): Promise<void> {
    // After the requests that are being read now.
    await new Promise(setImmediate)
    while (waiting.size > 0) {
      const items = [...waiting]
      waiting = new Set()
      await send(items)
    }
    sending = null
  }

  return {
    add(item) {
      waiting.add(item)
      sending ??= sendAll()
    },
    sent: async () => sending ?? undefined,
  }
}
