import { Socket } from 'node:net'
import pg from 'pg'

/** A connection that is silent for this long may be dead: the next query uses another. */
const REPLACE_AFTER_MS = 1_500

/** Checks whether a database answers, over its own connection. */
export type Probe = {
  /** Sends one query; does nothing while an answer is pending. */
  ask(): void
  /** For how long an answer has been pending; 0 where none is. */
  silentMs(): number
  /** Subtracts time in which this process was too busy to read an answer, for every connection that owes one. */
  excuse(ms: number): void
  /**
   * Called once for a connection that has owed an answer for longer than `afterMs` although a later one got through: the moment
   * of its replacement. Connections as old are as dead, such as after a failover whose network forgot them. Else null.
   */
  takeDead(afterMs: number): number | null
  /** Forgets pending queries and closes its connections. */
  rest(): void
}

type Line = { client: pg.Client; socket: Socket; isReady: Promise<unknown>; askedAt: number | null }
type Replaced = { line: Line; askedAt: number; replacedAt: number }

/**
 * A refusal is an answer: a server that refuses does not hang, and each statement gets its own error. So a server
 * that is starting, or has no connection left, does not count as one that hangs.
 */
export function openProbe(connectionString: string, onAnswer: () => void): Probe {
  let line: Line | null = null
  /** Its answer is still pending: kept to learn whether it is late or dead. */
  let replaced: Replaced | null = null
  let owedSince: number | null = null

  function open(): Line {
    const socket = new Socket()
    const client = new pg.Client({ connectionString, stream: () => socket })
    client.on('error', () => undefined) // the next query reports it
    return { client, socket, isReady: client.connect(), askedAt: null }
  }

  function replace(late: Line, askedAt: number): void {
    line = null
    if (replaced) late.socket.destroy()
    else replaced = { line: late, askedAt, replacedAt: performance.now() }
  }

  function forget(): void {
    replaced?.line.socket.destroy()
    replaced = null
  }

  async function question(own: Line): Promise<void> {
    let isBroken = false
    try {
      await own.isReady
      await own.client.query('select 1')
    } catch {
      isBroken = true
    }
    own.askedAt = null
    if (replaced?.line === own) forget()
    if (isBroken || own !== line) own.socket.destroy()
    if (isBroken && own !== line) return // given up meanwhile
    if (isBroken) line = null
    owedSince = line?.askedAt ?? null
    onAnswer()
  }

  return {
    ask() {
      const now = performance.now()
      if (line && line.askedAt !== null && now - line.askedAt > REPLACE_AFTER_MS) replace(line, line.askedAt)
      if (line && line.askedAt !== null) return
      line ??= open()
      line.askedAt = now
      owedSince ??= now
      void question(line)
    },
    silentMs: () => (owedSince === null ? 0 : performance.now() - owedSince),
    excuse(ms) {
      const now = performance.now()
      if (owedSince !== null) owedSince = Math.min(owedSince + ms, now)
      if (line && line.askedAt !== null) line.askedAt = Math.min(line.askedAt + ms, now)
      if (replaced) replaced.askedAt += ms
    },
    takeDead(afterMs) {
      if (!replaced || owedSince !== null || performance.now() - replaced.askedAt <= afterMs) return null
      const { replacedAt } = replaced
      forget()
      return replacedAt
    },
    rest() {
      forget()
      line?.socket.destroy()
      line = null
      owedSince = null
    },
  }
}
