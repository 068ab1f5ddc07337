import fastify, { type FastifyInstance } from 'fastify'
import { isLoopback } from '#server/config/values.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { devMailbox } from './dev-mailbox.ts'
import { devStripe } from './dev-stripe.ts'
import { registerErrorHandler } from './error-handler.ts'
import { keepLocal } from './keep-local.ts'

type DevParts = {
  mailbox: Parameters<typeof devMailbox>[0] | null
  sandbox: Parameters<typeof devStripe>[0] | null
}
type Site = Pick<Config, 'stamp' | 'publicUrl'>

/**
 * `/dev/mail` and `/dev/stripe` beside the shop's own pages, for this machine alone. A shop with Stripe's keys has neither,
 * and one with a public name has a proxy before it, behind which every client may look like this machine.
 */
export async function registerDevPages(site: FastifyInstance, config: Site, parts: DevParts): Promise<void> {
  if (config.stamp === 'demo' && !isPublic(config)) await addPages(site, parts)
}

/** The same for a demo with a public name: on a port of their own that no proxy knows, and of this machine alone. */
export async function openDevPages(
  deps: Pick<Deps, 'config' | 'log'>,
  parts: DevParts,
): Promise<{ url: string; close(): Promise<void> } | null> {
  if (deps.config.stamp !== 'demo' || !isPublic(deps.config)) return null
  const app = fastify({ forceCloseConnections: true })
  registerErrorHandler(app, deps)
  await addPages(app, parts)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close() }
}

function isPublic({ publicUrl }: Site): boolean {
  return !isLoopback(new URL(publicUrl).hostname)
}

async function addPages(app: FastifyInstance, { mailbox, sandbox }: DevParts): Promise<void> {
  await app.register(async (scope) => {
    keepLocal(scope)
    if (mailbox) await scope.register(devMailbox(mailbox))
    if (sandbox) await scope.register(devStripe(sandbox))
  })
}
