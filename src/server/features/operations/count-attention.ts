import type { Deps } from '#server/deps.ts'
import { countMissingBank } from '#server/features/commissions/ask-for-bank-details.ts'
import { countUnreviewedPayouts } from '#server/features/commissions/attention-queries.ts'
import { listPayoutRuns } from '#server/features/commissions/bank-files/payout-run-queries.ts'
import { listUnprocessed } from '#server/features/commissions/quarter-queries.ts'
import { countOpenRefundsAndDisputes } from '#server/features/refunds/refund-queries.ts'
import { countFailedMails } from './queries.ts'

/**
 * How much is listed under Needs attention, where the applications that wait are one line. Every screen of the back
 * office asks: but for the quarters, of which there are few, rows are counted and not read, and nothing sealed is opened.
 */
export async function countAttention(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const { db } = deps
  const [applications, ...counts] = await Promise.all([
    db.refererApplication.count({ where: { status: 'pending' } }),
    countOpenRefundsAndDisputes(deps),
    db.refundRequest.count({ where: { status: 'waiting' } }),
    db.incident.count({ where: { closedAt: null } }),
    countFailedMails(deps),
    countUnreviewedPayouts(deps),
    db.question.count({ where: { answeredAt: null } }),
    countQuarters(deps),
    countMissingBank(deps),
  ])
  return counts.reduce((sum, count) => sum + count, Math.min(applications, 1))
}

/** Quarters without payouts, and those with payouts to pay: each a line. */
async function countQuarters(deps: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const [unprocessed, runs] = await Promise.all([listUnprocessed(deps), listPayoutRuns(deps)])
  return unprocessed.length + runs.length
}
