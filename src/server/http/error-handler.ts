import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { ShopError, toWire } from '#server/errors.ts'
import { reportFault } from './report-fault.ts'

/** Fastify's own errors (broken JSON, too large, unknown path) in the same words as everybody else's. */
export function registerErrorHandler(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler((error, request, reply) => {
    const wire = toWire(error)
    if (wire.isFault) reportFault(deps.log, request, error)
    if (wire.retryAfterSeconds !== undefined) reply.header('retry-after', wire.retryAfterSeconds)
    return reply.code(wire.status).type('application/json').send(wire.body)
  })
}

/** The answer to an `/api` path that does not exist, or exists for other methods only. */
export function registerApiNotFound(app: FastifyInstance): void {
  app.all('/api/*', () => {
    throw new ShopError('NOT_FOUND')
  })
}
