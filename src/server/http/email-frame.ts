import type { FastifyInstance } from 'fastify'

/** A mail brings its own styles; nothing in it runs, and its pictures come over https. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

/**
 * `GET /api/email-frame`: an empty sheet into which the back office puts a mail to look at. A document that a page
 * writes into its own frame inherits the page's policy, which refuses the styles every mail is made of; this one
 * brings a policy of its own.
 */
export function registerEmailFrame(app: FastifyInstance): void {
  app.get('/api/email-frame', async (_request, reply) =>
    reply
      .header('content-security-policy', mailPolicy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'public, max-age=3600')
      .type('text/html; charset=utf-8')
      .send('<!doctype html><html lang="en-GB"><title>Email</title></html>'),
  )
}
