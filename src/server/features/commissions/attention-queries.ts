import type { Deps } from '#server/deps.ts'
import { isBankUnreviewed } from '#server/features/referers/bank-details.ts'
import { isVatUnreviewed } from '#server/features/referers/vat-registration.ts'
import { pence } from '#shared/money/money.ts'

/**
 * Pending payouts whose referer has unreviewed bank details, or VAT in them and an unreviewed VAT registration; oldest
 * quarter first.
 */
export async function listUnreviewedPayouts({ db }: Pick<Deps, 'db'>, limit: number) {
  const { bankChangedAt, vatChangedAt } = db.referer.fields
  const rows = await db.payout.findMany({
    where: {
      status: 'pending',
      OR: [
        {
          referer: {
            bankChangedAt: { not: null },
            OR: [{ bankReviewedAt: null }, { bankReviewedAt: { lt: bankChangedAt } }],
          },
        },
        {
          vatPence: { gt: 0 },
          referer: {
            vatChangedAt: { not: null },
            OR: [{ vatReviewedAt: null }, { vatReviewedAt: { lt: vatChangedAt } }],
          },
        },
      ],
    },
    orderBy: [{ quarter: 'asc' }, { id: 'asc' }],
    take: limit,
    select: {
      id: true,
      quarter: true,
      totalPence: true,
      vatPence: true,
      referer: {
        select: {
          name: true,
          bankChangedAt: true,
          bankReviewedAt: true,
          vatChangedAt: true,
          vatReviewedAt: true,
        },
      },
    },
  })
  return rows.flatMap(({ totalPence, vatPence, referer, ...row }) => {
    const unreviewed = isBankUnreviewed(referer)
      ? 'bank'
      : vatPence > 0 && isVatUnreviewed(referer)
        ? 'vat'
        : null
    const changedAt = unreviewed === 'bank' ? referer.bankChangedAt : referer.vatChangedAt
    if (unreviewed === null || changedAt === null) return []
    return [{ ...row, totalPence: pence(totalPence), name: referer.name, unreviewed, changedAt } as const]
  })
}
