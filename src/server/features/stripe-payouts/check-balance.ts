import type { Deps } from '#server/deps.ts'
import { openIncident, resolveIncident } from '#server/features/incidents/incidents.ts'
import { listOpenSubjects } from '#server/features/incidents/queries.ts'
import { addHours } from '#shared/calendar/durations.ts'
import { formatPounds } from '#shared/money/money.ts'
import { explainMovement, explainPayout, type Problem } from './clearing-account.ts'
import { findReadUntil, listDoubtfulMovements, listPayouts, listUnseenBookings } from './queries.ts'

/** Until then the webhooks and reconciliation have booked what happened. */
const GRACE_HOURS = 1
/** The limit of each kind: what is beyond it shows once these are settled. */
const MOST = 100

/**
 * Everything in which Stripe's balance and the books differ: transactions that belong to no order or are other than
 * booked, payouts that are not the sum of their lines or came back, and bookings that Stripe's balance does not have.
 */
export async function findProblems({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<Problem[]> {
  const readUntil = await findReadUntil({ db })
  if (readUntil === null) return []
  const before = addHours(clock.now(), -GRACE_HOURS)
  const [movements, payouts, bookings] = await Promise.all([
    listDoubtfulMovements(db, { before, limit: MOST }),
    listPayouts(db, { onlyDoubtful: true, limit: MOST }),
    listUnseenBookings(db, { before: addHours(readUntil, -GRACE_HOURS), limit: MOST }),
  ])
  const found = [
    ...movements.map(explainMovement),
    ...payouts.map(({ id, ...payout }) => explainPayout({ payoutId: id, ...payout }, payout.linesPence)),
    ...bookings.map(({ orderId, sourceId, amountPence }) => ({
      subjectId: sourceId,
      text: `Order ${orderId} has ${sourceId} of ${formatPounds(amountPence, { sums: true })} in the books, and Stripe’s balance has not.`,
    })),
  ]
  return found.filter((problem) => problem !== null)
}

/** Opens an incident for everything that has a problem, or several, and closes those that are over. */
export async function reportProblems(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const standing = new Map<string, string>()
  for (const { subjectId, text } of await findProblems(deps)) {
    const said = standing.get(subjectId)
    standing.set(subjectId, said === undefined ? text : `${said} ${text}`)
  }
  for (const [subjectId, detail] of standing) {
    await openIncident(deps, { kind: 'unmatchedBalance', subjectId, detail, reopens: 'forNewDetail' })
  }
  for (const subjectId of await listOpenSubjects(deps, 'unmatchedBalance')) {
    if (!standing.has(subjectId)) await resolveIncident(deps, { kind: 'unmatchedBalance', subjectId })
  }
}
