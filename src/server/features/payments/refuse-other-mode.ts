import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { openIncident } from '#server/features/incidents/incidents.ts'
import type { PaymentFacts } from '#server/infra/stripe.ts'

type ModeDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'log'>

/** Whether Stripe's live mode is the one this database is stamped for. */
export function expectsLivemode({ stamp }: Pick<Deps['config'], 'stamp'>): boolean {
  return stamp === 'live'
}

/**
 * Keeps the payments of Stripe's other mode out of the books: no test sale stands among live ones.
 *
 * @throws ShopError PAYMENT_NOT_FOUND
 */
export async function refuseOtherMode(
  deps: ModeDeps,
  { intentId, livemode }: Pick<PaymentFacts, 'intentId' | 'livemode'>,
): Promise<void> {
  if (livemode === expectsLivemode(deps.config)) return
  deps.log.error({ intentId, livemode, stamp: deps.config.stamp }, "a payment of Stripe's other mode is left")
  const detail = livemode ? 'live' : 'test'
  await openIncident(deps, { kind: 'otherMode', subjectId: intentId, detail, reopens: 'never' })
  throw new ShopError('PAYMENT_NOT_FOUND')
}
