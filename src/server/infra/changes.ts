import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'
import { createSignal, type Signal } from './signal.ts'

/** What PostgreSQL is to notify: the triggers of a migration send it. */
type Channel = 'catalog_changed'

/** A signal that every process can hear: raised by the process that makes a change, and by PostgreSQL in all of them. */
export type Changes = Signal & {
  /** Counts the changes; null while those of other processes may go unheard, so that nothing read now may be kept. */
  version(): number | null
  /** Whether they are heard from now on. What was kept before is of no use either way. */
  setHeard(isHeard: boolean): void
}

export function createChanges(): Changes {
  const signal = createSignal()
  let count = 0
  let areHeard = false
  return {
    ...signal,
    version: () => (areHeard ? count : null),
    setHeard(isHeard) {
      areHeard = isHeard
      count += 1
    },
    raise() {
      count += 1
      return signal.raise()
    },
  }
}

/** Keeps what was read until the next change; gives null, and reads nothing, while changes may go unheard. */
export function keepUntilChanged<T>(
  changes: Pick<Changes, 'version'>,
): (read: () => Promise<T>) => Promise<T> | null {
  let kept: { version: number; value: Promise<T> } | null = null
  return (read) => {
    const version = changes.version()
    if (version === null) return null
    if (kept?.version === version) return kept.value
    const made = { version, value: read() }
    made.value.catch(() => {
      if (kept === made) kept = null
    })
    kept = made
    return made.value
  }
}

/** A connection that has gone silent is noticed within this time and the next. */
const CHECK_MS = 5_000
const ANSWER_MS = 3_000
const RETRY_MS = 1_000

/**
 * Raises `changes` at each notice of PostgreSQL (LISTEN), over a connection of its own. While it is broken, changes count
 * as unheard; once it is back they are raised, because some may have gone by.
 */
export function listenForChanges(
  connectionString: string,
  channel: Channel,
  { changes, log }: { changes: Changes; log: Log },
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  let isOutageLogged = false

  async function listen(): Promise<void> {
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    })
    const broken = new AbortController()
    client.on('error', (error) => broken.abort(error))
    // One signal for the connection's life: a promise that is raced again and again would keep every race.
    const over = AbortSignal.any([signal, broken.signal])
    client.on('notification', () => void changes.raise())
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
      isOutageLogged = false
      changes.setHeard(true)
      void changes.raise()
      for (;;) {
        await pause(CHECK_MS, undefined, { signal: over, ref: false })
        await client.query('select 1')
      }
    } finally {
      changes.setHeard(false)
      await client.end().catch(() => undefined)
    }
  }

  async function keepListening(): Promise<void> {
    while (!signal.aborted) {
      await listen().catch((error: unknown) => {
        if (signal.aborted || isOutageLogged) return
        isOutageLogged = true
        log.warn({ err: error }, 'changes that other processes make are not heard for now')
      })
      await pause(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  const ended = keepListening()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
