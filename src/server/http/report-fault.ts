import type { FastifyRequest } from 'fastify'
import type { Log } from '#server/infra/log.ts'

/** Logs a fault of ours with its cause: the route, never the payload. */
export function reportFault(log: Log, request: FastifyRequest, error: unknown): void {
  log.error(
    { err: error, requestId: request.id, method: request.method, route: request.routeOptions.url },
    'request failed',
  )
}
