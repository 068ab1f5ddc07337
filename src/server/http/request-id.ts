import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Says nothing else in a log line, a header or a page. */
const WELL_FORMED = /^[A-Za-z0-9][\w.:-]{7,63}$/

/** The request's name: the one that the proxy in front gave it (`x-request-id`) where it is well formed, else a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && WELL_FORMED.test(given) ? given : randomUUID()
}
