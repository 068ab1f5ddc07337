import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'

/**
 * `GET /.well-known/apple-developer-merchantid-domain-association`: how Apple checks that a shop with Apple Pay owns its domain. It follows
 * no redirect. The text is Stripe's and runs out some day, so it is read for each request: a new file needs no restart.
 */
export function registerApplePayDomain(app: FastifyInstance, { config }: Pick<Deps, 'config'>): void {
  app.get('/.well-known/apple-developer-merchantid-domain-association', async (_request, reply) => {
    const file = await readFile(config.applePayDomainFile).catch(() => {
      throw new ShopError('NOT_FOUND')
    })
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(file)
  })
}
