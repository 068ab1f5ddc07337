import type { FastifyInstance } from 'fastify'

/** A call without fields may come as JSON with nothing in it; everything else is parsed as Fastify does. */
export function tolerateEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (typeof body === 'string' && body.trim() !== '') return parse(request, body, done)
    done(null, undefined)
  })
}
