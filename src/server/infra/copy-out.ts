import type { Readable } from 'node:stream'
import type pg from 'pg'
import { to } from 'pg-copy-streams'

/** The longest time that a timer takes. */
const NEVER_MS = 2 ** 31 - 1

/**
 * Runs `COPY (…) TO STDOUT` and passes its bytes on as they come, at the reader's pace. A reader who leaves before
 * the end closes the connection: it cannot be reused after half a COPY. A statement that fails ends
 * the stream with its error.
 *
 * @throws where no connection is to be had
 */
export async function copyOut(pool: pg.Pool, statement: string): Promise<Readable> {
  const client = await pool.connect()
  // A broken connection is reported to the statement, which ends the stream, and to the client: unheard there, it would
  // end the process.
  const hear = () => undefined
  client.on('error', hear)
  // At the reader's pace, which may be slow.
  await client.query('set statement_timeout = 0').catch((error: unknown) => {
    client.release(true)
    throw error
  })
  const bytes = client.query(Object.assign(to(statement), { query_timeout: NEVER_MS }))
  let isReleased = false
  function release(): void {
    if (isReleased) return
    isReleased = true
    // The connection cannot be reused after half a COPY, and a finished one cannot reset its timeout.
    client.release(true)
  }
  bytes.once('close', release)
  bytes.on('error', (error) => {
    release()
    bytes.destroy(error)
  })
  return bytes
}

/** A text of the shop's own as a literal in a statement that takes no parameters, such as COPY. */
export function sqlLiteral(text: string): string {
  if (/[^\w:.+-]/.test(text)) throw new RangeError('Only plain words and times are written into statements')
  return `'${text}'`
}
