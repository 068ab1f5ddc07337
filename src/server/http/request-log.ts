import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'

/** One line a request: method, route and status, never an address, a query or a body. */
export function registerRequestLog(app: FastifyInstance, { log, config }: Deps): void {
  const level = config.isProduction ? 'info' : 'debug'
  app.addHook('onResponse', (request, reply, done) => {
    log[level](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
    done()
  })
}
