import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyPluginAsync } from 'fastify'
import { hijack } from './security-headers.ts'

/** The sandbox's own handler of raw requests. */
type Sandbox = { handle(request: IncomingMessage, response: ServerResponse): Promise<void> }

/** `/dev/stripe`: the payment sandbox at the shop's own address, for the browser and for curious people. */
export function devStripe(sandbox: Sandbox): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    // The sandbox reads the body itself.
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    for (const url of ['/dev/stripe', '/dev/stripe/*']) {
      app.route({
        method: ['GET', 'POST', 'DELETE'],
        url,
        async handler(request, reply) {
          await sandbox.handle(request.raw, hijack(reply))
        },
      })
    }
  }
}
