import type { Deps } from '#server/deps.ts'
import { isBankUnreviewed } from '#server/features/referers/refuse-unreviewed-bank.ts'
import { pence } from '#shared/money.ts'

/** Payouts that wait because nobody has looked at their referer's new bank details; the oldest quarter first. */
export async function listUnreviewedPayouts({ db }: Pick<Deps, 'db'>, limit: number) {
  const rows = await db.payout.findMany({
    where: {
      status: 'pending',
      referer: {
        bankChangedAt: { not: null },
        OR: [{ bankReviewedAt: null }, { bankReviewedAt: { lt: db.referer.fields.bankChangedAt } }],
      },
    },
    orderBy: [{ quarter: 'asc' }, { id: 'asc' }],
    take: limit,
    select: {
      id: true,
      quarter: true,
      totalPence: true,
      referer: { select: { name: true, bankChangedAt: true, bankReviewedAt: true } },
    },
  })
  return rows.flatMap(({ id, quarter, totalPence, referer }) => {
    const { name, bankChangedAt } = referer
    if (bankChangedAt === null || !isBankUnreviewed(referer)) return []
    return [{ id, quarter, totalPence: pence(totalPence), name, bankChangedAt }]
  })
}
