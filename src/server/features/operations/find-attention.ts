import type { Deps } from '#server/deps.ts'
import { listUnreviewedPayouts } from '#server/features/commissions/queries-attention.ts'
import { listOpenIncidents } from '#server/features/incidents/queries.ts'
import { listOpenDisputes, listOpenRefunds } from '#server/features/refunds/refund-queries.ts'
import type { AttentionOutput } from '#shared/schemas/attention.ts'
import {
  presentDispute,
  presentIncident,
  presentMail,
  presentPayout,
  presentRefund,
} from './present-attention.ts'
import { listFailedMails } from './queries-operations.ts'

/** Of each kind. */
const MOST_ROWS = 200

/** What needs a person: read from what is, so that a row leaves when its matter is settled. Deadlines come first. */
export async function findAttention(deps: Pick<Deps, 'db' | 'clock'>): Promise<AttentionOutput> {
  const [disputes, refunds, incidents, mails, payouts] = await Promise.all([
    listOpenDisputes(deps, MOST_ROWS + 1),
    listOpenRefunds(deps, MOST_ROWS + 1),
    listOpenIncidents(deps, MOST_ROWS + 1),
    listFailedMails(deps),
    listUnreviewedPayouts(deps, MOST_ROWS + 1),
  ])
  const now = deps.clock.now()
  return {
    items: [
      ...disputes.slice(0, MOST_ROWS).map((dispute) => presentDispute(dispute, now)),
      ...refunds.slice(0, MOST_ROWS).map(presentRefund),
      ...incidents.slice(0, MOST_ROWS).map(presentIncident),
      ...mails.rows.map(presentMail),
      ...payouts.slice(0, MOST_ROWS).map(presentPayout),
    ],
    hasMore:
      mails.hasMore || [disputes, refunds, incidents, payouts].some(({ length }) => length > MOST_ROWS),
  }
}
