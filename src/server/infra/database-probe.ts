import { Socket } from 'node:net'
import pg from 'pg'

/** A connection that is silent for so long may never speak again: the next question goes over another. */
const ANEW_MS = 1_500

/** Asks whether a database answers, over a connection of its own. */
export type Probe = {
  /** Asks once; nothing while an answer is owed. */
  ask(): void
  /** For how long an answer has been owed; 0 where none is. */
  silentMs(): number
  /** Takes off time in which this process was too busy to read an answer. */
  excuse(ms: number): void
  /** Forgets what was asked, and keeps no connection. */
  rest(): void
}

/**
 * A refusal is an answer: whoever refuses does not hang, and each statement learns by itself what is wrong. So a server
 * that is starting, or has no connection left, is not taken for one that hangs.
 */
export function openProbe(connectionString: string, onAnswer: () => void): Probe {
  let line: { client: pg.Client; socket: Socket } | null = null
  let owedSince: number | null = null
  let askedAt: number | null = null

  function drop(): void {
    line?.socket.destroy()
    line = null
    askedAt = null
  }

  async function reach(): Promise<pg.Client> {
    if (line) return line.client
    const socket = new Socket()
    const client = new pg.Client({ connectionString, stream: () => socket })
    line = { client, socket }
    client.on('error', () => undefined) // the question that is asked next tells of it
    await client.connect()
    return client
  }

  async function question(): Promise<void> {
    const asked = reach()
    const own = line
    try {
      await (await asked).query('select 1')
    } catch {
      if (line !== own) return // given up meanwhile
      drop()
    }
    if (line !== own && line !== null) return
    owedSince = null
    askedAt = null
    onAnswer()
  }

  return {
    ask() {
      const now = performance.now()
      if (askedAt !== null && now - askedAt > ANEW_MS) drop()
      if (askedAt !== null) return
      askedAt = now
      owedSince ??= now
      void question()
    },
    silentMs: () => (owedSince === null ? 0 : performance.now() - owedSince),
    excuse(ms) {
      if (owedSince !== null) owedSince = Math.min(owedSince + ms, performance.now())
    },
    rest() {
      drop()
      owedSince = null
    },
  }
}
