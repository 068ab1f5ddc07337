import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

/** How long a result is held on to while the database is unavailable: two minutes. */
const MOST_TRIES = 120
const RETRY_MS = 1_000

/**
 * Writes down what cannot be done again, such as that a mail has gone: tried until the database takes it, for two
 * minutes, or until `signal` says that the process ends.
 */
export async function retryWrite<T>(
  write: () => Promise<T>,
  { log, signal }: { log: Log; signal?: AbortSignal | undefined },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (error) {
      if (tries >= MOST_TRIES || signal?.aborted) throw error
      log.warn({ err: error }, 'What has happened waits for the database')
      await pause(RETRY_MS, undefined, signal ? { signal } : {}).catch(() => undefined)
    }
  }
}
