import type { Deps } from '#server/deps.ts'

const MOST = 10

/**
 * That an order of a student earned a referer a commission, and when (UK GDPR art. 15); how much is the referer's own
 * matter. Erasing leaves it: the ledger knows the student by an id alone, which becomes a pseudonym, and is part of
 * the accounts (UK GDPR art. 17(3)(b)).
 */
export function exportCommissions(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.commission.findMany({
    where: { studentId },
    orderBy: { createdAt: 'asc' },
    take: MOST,
    select: { orderId: true, createdAt: true, order: { select: { referralCode: true } } },
  })
}
