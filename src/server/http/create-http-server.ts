import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'

/** A client that sends its request drop by drop must not hold a connection for ever. */
const REQUEST_TIMEOUT_MS = 30_000
/** Longer than proxies keep an idle connection, so that none closes during a request of theirs. */
export const KEEP_ALIVE_MS = 72_000
/** Browsers and proxies wait for one answer before they send the next request on the same connection. */
const MOST_UNANSWERED = 8

/**
 * The HTTP server under the framework. Node starts every request that a connection sends ahead (RFC 9112 §9.3.2) and
 * keeps all their answers until they are taken: a connection with too many of them is ended.
 */
export function createHttpServer(answer: RequestListener): Server {
  const unanswered = new WeakMap<Socket, number>()
  const server = createServer((request, response) => {
    const { socket } = request
    const others = unanswered.get(socket) ?? 0
    if (others >= MOST_UNANSWERED) {
      socket.destroy()
      return
    }
    unanswered.set(socket, others + 1)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    answer(request, response)
  })
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  return server
}
