import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buildControls, type SandboxControls } from './controls.ts'
import { buildHttpHandler } from './http-handler.ts'
import { randomToken } from './ids.ts'
import type { Keys } from './records.ts'
import { openStore } from './store.ts'
import { startDelivering, type WebhookTarget } from './webhooks.ts'
import type { SandboxLog, World } from './world.ts'

const DAY = 24 * 3600

export type StripeSandbox = {
  host: string
  port: number
  protocol: 'http'
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Serves `/dev/stripe` and what is below it on the shop's own address; the body must not have been read yet. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  controls: SandboxControls
  /** Adds objects that another sandbox kept, as lines of its file. */
  restore: (lines: readonly string[]) => void
  close: () => Promise<void>
}

export type StripeSandboxInput = {
  /** Where objects are kept as JSON lines; null keeps them in memory only. */
  file: string | null
  clock: { now: () => Date }
  /** Where events go; with null they are only listed. The secret null means "make one and keep it". */
  webhook: { url: () => string; secret: string | null } | null
  random?: (size: number) => Uint8Array
  log: SandboxLog
}

function keptKeys(world: World, given: string | null | undefined): Keys {
  const kept = world.store.get('keys', 'keys')
  const token = (prefix: string) => `${prefix}_${world.newId('x').slice(2)}`
  return world.store.put('keys', {
    id: 'keys',
    secretKey: kept?.secretKey ?? token('sk_test'),
    publishableKey: kept?.publishableKey ?? token('pk_test'),
    webhookSecret: given ?? kept?.webhookSecret ?? token('whsec'),
  })
}

function forgetOldAnswers(world: World) {
  for (const answer of world.store.all('answer')) {
    if (answer.savedAt + DAY <= world.now()) world.store.drop('answer', answer.id)
  }
}

/** Starts a server on 127.0.0.1 that implements Stripe's API, signs webhooks as Stripe does and takes no money. */
export async function startStripeSandbox(input: StripeSandboxInput): Promise<StripeSandbox> {
  const random = input.random ?? ((size: number) => randomBytes(size))
  const { log } = input
  const world: World = {
    store: openStore(input.file),
    now: () => Math.floor(input.clock.now().getTime() / 1000),
    newId: (prefix) => `${prefix}_${randomToken(random)}`,
    owesWebhooks: input.webhook !== null,
    request: null,
  }
  const keys = keptKeys(world, input.webhook?.secret)
  forgetOldAnswers(world)
  world.store.commit()

  const target: WebhookTarget | null = input.webhook && { url: input.webhook.url, secret: keys.webhookSecret }
  const delivering = startDelivering({ world, target, log })
  const controls = buildControls(world, delivering)

  const serve = buildHttpHandler({ world, keys, controls, afterCall: delivering.kick, log })

  const server = createServer((request, response) => {
    serve(request, response, false).catch((error: unknown) =>
      log.warn({ error }, 'The payment sandbox failed'),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0
  delivering.kick()

  return {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    secretKey: keys.secretKey,
    publishableKey: keys.publishableKey,
    webhookSecret: keys.webhookSecret,
    handle: (request, response) => serve(request, response, true),
    controls,
    restore: (lines) => {
      world.store.restore(lines)
      world.store.commit()
    },
    close: async () => {
      await delivering.stop()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
