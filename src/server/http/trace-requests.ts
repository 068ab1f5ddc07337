import type { FastifyInstance } from 'fastify'
import { findTracer } from '#server/infra/tracing.ts'

/** Each request a span, inside the caller's where its headers name one; what it does to the database and Stripe stands inside. */
export function traceRequests(app: FastifyInstance): void {
  const tracer = findTracer()
  if (!tracer) return
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions } = request
    const route = routeOptions.url ?? 'unknown'
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': request.id }
    tracer.run({ name: `${method} ${route}`, kind: 'server', attributes, headers }, (span) => {
      reply.raw.once('close', () => {
        const { statusCode } = reply.raw
        span.end({
          attributes: { 'http.response.status_code': statusCode },
          ...(statusCode >= 500 && { error: new Error('5xx') }),
        })
      })
      done()
    })
  })
}
