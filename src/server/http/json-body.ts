import type { FastifyInstance } from 'fastify'

/** JSON alone is read, as Fastify reads it; a call without fields may come with nothing in it. */
export function takeJsonAlone(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (typeof body === 'string' && body.trim() !== '') return parse(request, body, done)
    done(null, undefined)
  })
}
