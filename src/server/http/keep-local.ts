import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { ShopError } from '#server/errors.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '::1', '[::1]']

/**
 * Keeps a local part of the demo to who asks for this machine by its own name: a page elsewhere may have its name point
 * here, and would read the mailbox with its sign-in codes. Whoever binds the shop to another address shows it on purpose.
 */
export function keepLocal(app: FastifyInstance, config: Pick<Config, 'host' | 'publicUrl'>): void {
  if (!LOOPBACK.includes(config.host)) return
  const names = new Set([...LOOPBACK, new URL(config.publicUrl).hostname])
  app.addHook('onRequest', async ({ hostname }) => {
    if (!names.has(hostname)) throw new ShopError('NOT_FOUND')
  })
}
