import type { Deps } from '#server/deps.ts'

const MOST = 10

/**
 * Which of a student's orders earned commission, and when (UK GDPR art. 15); the amount is the referer's data. Erasure
 * keeps it: the ledger knows the student by an id alone and is part of the accounts (UK GDPR art. 17(3)(b)).
 */
export function exportCommissions(deps: Pick<Deps, 'db'>, studentId: string) {
  return deps.db.commission.findMany({
    where: { studentId },
    orderBy: { createdAt: 'asc' },
    take: MOST,
    select: { orderId: true, createdAt: true, order: { select: { referralCode: true } } },
  })
}
