import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { ShopError, toWire } from '#server/errors.ts'
import { isPageVisit, sendErrorPage } from './error-page.ts'
import { sendErrorReport } from './report-error.ts'

/**
 * Fastify's own errors (broken JSON, too large, unknown path) in the same words as all other errors; a person who goes to a page
 * reads them on one.
 */
export function registerErrorHandler(app: FastifyInstance, deps: Pick<Deps, 'log' | 'config'>): void {
  app.setErrorHandler((error, request, reply) => {
    const wire = toWire(error)
    if (wire.isError) sendErrorReport(deps.log, request, error)
    if (wire.retryAfterSeconds !== undefined) reply.header('retry-after', wire.retryAfterSeconds)
    if (wire.isError && isPageVisit(request)) return sendErrorPage(deps, { request, reply, wire })
    return reply.code(wire.status).type('application/json').send(wire.body)
  })
}

/** The answer to an address that cannot be read, which Fastify refuses before any route is looked for. */
export function answerFrameworkError(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  const { status, body } = toWire(error)
  reply.code(status).type('application/json').send(body)
}

/** Node's own codes for requests that are no HTTP, too long in the head, or too slow. */
const CLIENT_ERRORS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** The answer to a request that never became one: there is nothing but the socket to write to. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const line = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request'
  const { body } = toWire(Object.assign(new Error(line), { statusCode: Number(line.slice(0, 3)) }))
  const json = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\nconnection: close\r\n\r\n${json}`,
  )
}

/**
 * The answer to an `/api` path that does not exist: 404. One that exists for other methods is 405, and names them
 * (RFC 9110 §15.5.6). Pages have their own.
 */
export function registerApiNotFound(app: FastifyInstance, methodsOf: (path: string) => string[]): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsOf(request.url.split('?', 1)[0] ?? '')
    if (methods.length === 0) throw new ShopError('NOT_FOUND')
    reply.header('allow', methods.join(', '))
    throw Object.assign(new Error('Method not allowed'), { statusCode: 405 })
  }
  app.all('/api', refuse)
  app.all('/api/*', refuse)
  app.setNotFoundHandler(refuse)
}
