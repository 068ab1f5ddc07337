import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { devMailbox } from './dev-mailbox.ts'
import { devStripe } from './dev-stripe.ts'
import { keepLocal } from './keep-local.ts'

type DevParts = {
  mailbox: Parameters<typeof devMailbox>[0] | null
  sandbox: Parameters<typeof devStripe>[0] | null
}

/** `/dev/mail` and `/dev/stripe`, for this machine alone; a shop with Stripe's keys has neither. */
export async function registerDevPages(
  site: FastifyInstance,
  { stamp }: Pick<Config, 'stamp'>,
  { mailbox, sandbox }: DevParts,
): Promise<void> {
  if (stamp !== 'demo') return
  await site.register(async (scope) => {
    keepLocal(scope)
    if (mailbox) await scope.register(devMailbox(mailbox))
    if (sandbox) await scope.register(devStripe(sandbox))
  })
}
