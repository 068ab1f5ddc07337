import { TRPCError } from '@trpc/server'
import type { FastifyRequest } from 'fastify'
import { ShopError, toWire } from '#server/errors.ts'
import type { Log } from '#server/infra/log.ts'

/**
 * Logs a failed request with its cause: the route, never the payload. An unavailable part is a warning: the
 * request was good, and may come again. A queue that was full is one too, and its place in the code says nothing.
 */
export function sendErrorReport(log: Log, request: FastifyRequest, error: unknown): void {
  const { id: requestId, method, routeOptions } = request
  const details = { requestId, method, route: routeOptions.url }
  if (isRefusal(error)) log.warn(details, 'too much at once')
  else if (toWire(error).status === 503) log.warn({ ...details, err: error }, 'a part is away')
  else log.error({ ...details, err: error }, 'request failed')
}

/** What the shop said by itself: no part failed underneath. */
function isRefusal(error: unknown): boolean {
  const said = error instanceof TRPCError ? error.cause : error
  return said instanceof ShopError && said.code === 'SERVICE_UNAVAILABLE' && said.cause === undefined
}
