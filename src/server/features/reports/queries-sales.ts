import type { Deps } from '#server/deps.ts'
import { SALES_A_PAGE } from '#shared/schemas/reports.ts'

const SALE_FIELDS = {
  id: true,
  paidAt: true,
  isBundle: true,
  subtotalPence: true,
  collectionDiscountPence: true,
  referralDiscountPence: true,
  vatPence: true,
  student: { select: { username: true } },
  lines: { orderBy: { videoId: 'asc' }, select: { title: true } },
  payment: {
    select: {
      feePence: true,
      feeIsEstimate: true,
      refunds: { select: { creditedPence: true, vatPence: true } },
      disputes: { select: { creditedPence: true, vatPence: true } },
    },
  },
  commission: { select: { entries: { select: { amountPence: true } } } },
} as const

export type SaleRow = Awaited<ReturnType<typeof listSales>>['sales'][number]

/** One page of the paid orders of a club, or of those without a code, newest first, and how many there are. */
export async function listSales(
  { db }: Pick<Deps, 'db'>,
  { refererId, page }: { refererId: string | null; page: number },
) {
  const where = { refererId, status: 'paid' } as const
  const [total, ids] = await Promise.all([
    db.order.count({ where }),
    db.order.findMany({
      where,
      orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
      skip: page * SALES_A_PAGE,
      take: SALES_A_PAGE,
      select: { id: true },
    }),
  ])
  // Their ids first: joined at once, every order before the page would be read whole only to be left out.
  const sales = await db.order.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    select: SALE_FIELDS,
  })
  return { total, sales }
}
