import type { Deps } from '#server/deps.ts'
import type { DisputeFacts, RefundAnswer } from '#server/infra/stripe-refunds.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { pence } from '#shared/money/money.ts'

type RequestDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'payments'>

const LONGEST_PAUSE_MINUTES = 60
/** Stripe's code for a payment whose money a bank holds, or has taken back. */
const DISPUTED = 'charge_disputed'
/** Refusals that pass: a balance is filled again, a dispute is decided. Any other stands. */
const PASSING: ReadonlySet<string> = new Set(['balance_insufficient', 'insufficient_funds', DISPUTED])

/**
 * Asks Stripe for the refunds of a payment that are written down and not with Stripe, by whoever wrote them and died.
 * What Stripe has must be recorded before, so that nothing is asked for twice. Each is asked for by itself: what became
 * of the question stays in its row, and one that cannot be sent keeps no other back. Answers whether anything was
 * asked, so that what was read of Stripe before is out of date.
 */
export async function requestRefunds(
  deps: RequestDeps,
  { orderId, intentId, disputes }: { orderId: string; intentId: string; disputes: readonly DisputeFacts[] },
): Promise<boolean> {
  const unsent = await deps.db.refund.findMany({
    where: { payment: { orderId }, status: { in: ['requested', 'waiting'] } },
    orderBy: { createdAt: 'asc' },
    select: {
      id: true,
      amountPence: true,
      keyNumber: true,
      attempts: true,
      attemptedAt: true,
      requestedById: true,
    },
  })
  const now = deps.clock.now()
  const holdsMoney = disputes.some(({ status }) => status === 'open')
  const isLost = disputes.some(({ status }) => status === 'lost')
  const due = unsent.filter(
    // While a bank holds the money, Stripe refunds nothing: what the shop asks for by itself waits for the end of it.
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
    // After a dispute was lost, Stripe makes no refund of its payment any more.
    const mayPass = PASSING.has(answer.code) && !(isLost && answer.code === DISPUTED)
    const asksAgain = requestedById === null && mayPass
    deps.log.error({ orderId, refundId: id, kind: answer.kind, code: answer.code }, 'a refund was not made')
    await deps.db.refund.updateMany({
      where: { id, status: 'waiting', attempts: attempts + 1 },
      data: {
        ...afterAnswer(answer.kind, { keyNumber, asksAgain, now }),
        lastError: answer.code.slice(0, 200),
      },
    })
  }
  return due.length > 0
}

/** A pause that doubles with every try. */
function nextAttemptAt({ attempts, attemptedAt }: { attempts: number; attemptedAt: Date | null }): Date {
  return attemptedAt === null
    ? new Date(0)
    : addMinutes(attemptedAt, Math.min(2 ** Math.min(attempts, 10), LONGEST_PAUSE_MINUTES))
}

/** Whatever went wrong on the way: nobody knows what Stripe made of it. */
function unanswered(error: unknown): RefundAnswer {
  return { kind: 'unanswered', code: error instanceof Error ? error.message : 'unknown' }
}

/** What the shop owes by its own rules is asked for again where a refusal passes; any other refusal is for a person. */
function afterAnswer(
  kind: Exclude<RefundAnswer['kind'], 'refund'>,
  { keyNumber, asksAgain, now }: { keyNumber: number; asksAgain: boolean; now: Date },
) {
  switch (kind) {
    case 'unanswered':
      return {}
    case 'error':
      return { keyNumber: keyNumber + 1 }
    case 'unsent':
      return { status: 'requested' } as const
    case 'refused':
      return asksAgain
        ? ({ status: 'requested', keyNumber: keyNumber + 1 } as const)
        : ({ status: 'failed', settledAt: now } as const)
  }
}
