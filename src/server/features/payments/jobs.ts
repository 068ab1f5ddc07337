import type { JobHandler } from '#server/job-contracts.ts'
import { cancelExpired } from './cancel-expired.ts'
import { processEvent } from './process-event.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import type { SettleDeps } from './settle-payment.ts'

const MINUTE_MS = 60_000

export const orderJobs = {
  'orders.processEvent': {
    handle: (deps, { eventId }) => processEvent(deps, eventId),
  } satisfies JobHandler<'orders.processEvent', SettleDeps>,
  /** Well within the quarter of an hour after which nothing may be missing. */
  'orders.reconcile': {
    handle: (deps) => reconcilePayments(deps),
    everyMs: 5 * MINUTE_MS,
  } satisfies JobHandler<'orders.reconcile', SettleDeps>,
  'orders.cancelExpired': {
    handle: (deps) => cancelExpired(deps),
    everyMs: 10 * MINUTE_MS,
  } satisfies JobHandler<'orders.cancelExpired', SettleDeps>,
}
