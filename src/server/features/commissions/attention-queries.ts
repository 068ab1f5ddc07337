import type { Deps } from '#server/deps.ts'
import { isBankUnreviewed } from '#server/features/referers/bank-details.ts'
import { isVatUnreviewed } from '#server/features/referers/vat-registration.ts'
import { columns } from '#server/infra/columns.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { pence } from '#shared/money/money.ts'

/** Pending payouts whose referer has unreviewed bank details, or VAT in them and an unreviewed VAT registration. */
function unreviewed(db: Deps['db']): Prisma.PayoutWhereInput {
  const { bankChangedAt, vatChangedAt } = db.referer.fields
  return {
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
  }
}

/** How many of them there are. */
export function countUnreviewedPayouts({ db }: Pick<Deps, 'db'>): Promise<number> {
  return db.payout.count({ where: unreviewed(db) })
}

/** Those payouts, the oldest quarter first. */
export async function listUnreviewedPayouts({ db }: Pick<Deps, 'db'>, limit: number) {
  const rows = await db.payout.findMany({
    where: unreviewed(db),
    orderBy: [{ quarter: 'asc' }, { id: 'asc' }],
    take: limit,
    select: {
      ...columns('id', 'quarter', 'totalPence', 'vatPence'),
      referer: {
        select: columns('name', 'bankChangedAt', 'bankReviewedAt', 'vatChangedAt', 'vatReviewedAt'),
      },
    },
  })
  return rows.flatMap(({ totalPence, vatPence, referer, ...row }) => {
    const isBank = isBankUnreviewed(referer)
    const changedAt = isBank ? referer.bankChangedAt : referer.vatChangedAt
    if (changedAt === null || (!isBank && (vatPence === 0 || !isVatUnreviewed(referer)))) return []
    const what = isBank ? ('bank' as const) : ('vat' as const)
    return [{ ...row, totalPence: pence(totalPence), name: referer.name, unreviewed: what, changedAt }]
  })
}
