import type { FastifyRequest } from 'fastify'
import { toWire } from '#server/errors.ts'
import type { Log } from '#server/infra/log.ts'

/**
 * Logs a failed request with its cause: the route, never the payload. A part that is away is a warning: the
 * request was good, and may come again.
 */
export function reportFault(log: Log, request: FastifyRequest, error: unknown): void {
  const facts = {
    err: error,
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url,
  }
  if (toWire(error).status === 503) log.warn(facts, 'a part is away')
  else log.error(facts, 'request failed')
}
