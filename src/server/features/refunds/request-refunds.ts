import type { Deps } from '#server/deps.ts'
import { isOnHold } from '#server/features/mail/hold.ts'
import { columns } from '#server/infra/columns.ts'
import type { DisputeDetails, RefundAnswer } from '#server/infra/stripe-refunds.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { pence } from '#shared/money/money.ts'

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'payments'>

const LONGEST_PAUSE_MINUTES = 60
/** Stripe's code for a payment whose money a bank holds or has taken. */
const DISPUTED = 'charge_disputed'
/** Refusals that pass: the balance grows, the dispute is decided. Any other is final. */
const PASSING: ReadonlySet<string> = new Set(['balance_insufficient', 'insufficient_funds', DISPUTED])

/**
 * Sends the unsent refunds of a payment to Stripe. What Stripe has must be recorded before, so that nothing is
 * requested twice. Each answer stays in its row, and a failure does not stop the others. Returns whether any request
 * was sent: then what was read from Stripe before is old.
 */
export async function requestRefunds(
  deps: RequestDeps,
  { orderId, intentId, disputes }: { orderId: string; intentId: string; disputes: readonly DisputeDetails[] },
): Promise<boolean> {
  const unsent = await deps.db.refund.findMany({
    where: { payment: { orderId }, status: { in: ['requested', 'waiting'] } },
    orderBy: { createdAt: 'asc' },
    select: columns('id', 'amountPence', 'keyNumber', 'attempts', 'attemptedAt', 'requestedById'),
  })
  if (unsent.length === 0) return false
  // Refunds asked for before the backup may have been made since: reading Stripe comes first.
  if (await isOnHold(deps.db)) return false
  const now = deps.clock.now()
  const holdsMoney = disputes.some(({ status }) => status === 'open')
  const isLost = disputes.some(({ status }) => status === 'lost')
  const due = unsent.filter(
    // While a bank holds the money, Stripe refunds nothing: the shop's own requests wait for the decision.
    (row) => nextAttemptAt(row) <= now && !(holdsMoney && row.requestedById === null),
  )
  for (const { id, amountPence, keyNumber, attempts, requestedById } of due) {
    const claimed = await deps.db.refund.updateMany({
      where: { id, status: { in: ['requested', 'waiting'] }, attempts },
      data: { status: 'waiting', attempts: attempts + 1, attemptedAt: now },
    })
    if (claimed.count === 0) continue
    const request = { intentId, amountPence: pence(amountPence), requestId: id, keyNumber }
    const answer = await deps.payments.refund(request).catch(unanswered)
    if (answer.kind === 'refund') continue
    // After a lost dispute Stripe makes no refund of the payment any more.
    const mayPass = PASSING.has(answer.code) && !(isLost && answer.code === DISPUTED)
    const isRetried = requestedById === null && mayPass
    deps.log.error({ orderId, refundId: id, kind: answer.kind, code: answer.code }, 'a refund was not made')
    await deps.db.refund.updateMany({
      where: { id, status: 'waiting', attempts: attempts + 1 },
      data: {
        ...afterAnswer(answer.kind, { keyNumber, isRetried, now }),
        lastError: answer.code.slice(0, 200),
      },
    })
  }
  return due.length > 0
}

/** The pause doubles with every attempt. */
function nextAttemptAt({ attempts, attemptedAt }: { attempts: number; attemptedAt: Date | null }): Date {
  return attemptedAt === null
    ? new Date(0)
    : addMinutes(attemptedAt, Math.min(2 ** Math.min(attempts, 10), LONGEST_PAUSE_MINUTES))
}

/** An error on the way: Stripe may or may not have made the refund. */
function unanswered(error: unknown): RefundAnswer {
  return { kind: 'unanswered', code: error instanceof Error ? error.message : 'unknown' }
}

/** The shop's own refund is requested again where a refusal passes; after any other refusal an admin decides. */
function afterAnswer(
  kind: Exclude<RefundAnswer['kind'], 'refund'>,
  { keyNumber, isRetried, now }: { keyNumber: number; isRetried: boolean; now: Date },
) {
  switch (kind) {
    case 'unanswered':
      return {}
    case 'error':
      return { keyNumber: keyNumber + 1 }
    case 'unsent':
      return { status: 'requested' } as const
    case 'refused':
      return isRetried
        ? ({ status: 'requested', keyNumber: keyNumber + 1 } as const)
        : ({ status: 'failed', settledAt: now } as const)
  }
}
