import type { FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { enqueueEvents, storeEvent } from '#server/features/payments/stripe-events.ts'
import { createBatch } from '#server/infra/batch.ts'
import { describeIssues, type SignedEvent } from '#server/infra/read-stripe-event.ts'

/**
 * `POST /api/stripe/webhook`: the raw body as it was signed; signature first, then the inbox. An event is acknowledged once
 * its row is stored; it is enqueued after the answer, together with those that came meanwhile.
 */
export async function registerStripeWebhook(app: FastifyInstance, deps: Deps): Promise<void> {
  const batch = createBatch<SignedEvent>((events) => enqueueEvents(deps, events))
  app.addHook('onClose', () => batch.sent())
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    scope.post('/api/stripe/webhook', async (request) => {
      const event = readEvent(deps, request.body, request.headers['stripe-signature'])
      if (await storeEvent(deps, event)) batch.add(event)
      return { received: true }
    })
  })
}

function readEvent(deps: Deps, body: unknown, signature: string | string[] | undefined): SignedEvent {
  if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new ShopError('BAD_INPUT')
  try {
    return deps.payments.readEvent(body, signature)
  } catch (cause) {
    // The second is the only sign of a wrong STRIPE_WEBHOOK_SECRET.
    if (cause instanceof ZodError)
      deps.log.warn({ issues: describeIssues(cause) }, 'a signed webhook is no event')
    else deps.log.warn({ err: cause }, "a webhook was refused: it is not what Stripe's secret signs")
    throw new ShopError('BAD_INPUT', {}, { cause })
  }
}
