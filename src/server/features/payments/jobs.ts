import type { JobHandler } from '#server/job-contracts.ts'
import { reconcileMinutes } from '#shared/limits.ts'
import { cancelExpired, reconcilePayments } from './reconcile-payments.ts'
import { handleEvent } from './stripe-events.ts'
import type { PaymentDeps } from './sync-payment.ts'

const MINUTE_MS = 60_000

export const paymentJobs = {
  'orders.processEvent': {
    handle: (deps, { eventId }) => handleEvent(deps, eventId),
  } satisfies JobHandler<'orders.processEvent', PaymentDeps>,
  /** Well within the quarter of an hour after which nothing may be missing. */
  'orders.reconcile': {
    handle: (deps) => reconcilePayments(deps),
    everyMs: reconcileMinutes * MINUTE_MS,
  } satisfies JobHandler<'orders.reconcile', PaymentDeps>,
  'orders.cancelExpired': {
    handle: (deps) => cancelExpired(deps),
    everyMs: 10 * MINUTE_MS,
  } satisfies JobHandler<'orders.cancelExpired', PaymentDeps>,
}
