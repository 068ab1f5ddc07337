import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { isReferer } from '#server/features/referers/queries.ts'
import { parseQuarter, rangeOf } from '#shared/quarter.ts'

/** One paid order of a quarter that used a referer's code, with its lines and what it earned so far. */
export type QuarterOrder = {
  id: string
  paidAt: Date
  isBundle: boolean
  username: string
  email: string
  commissionPence: number
  lines: {
    id: string
    videoId: number
    title: string
    listPence: number
    collectionDiscountPence: number
    referralDiscountPence: number
    grossPence: number
  }[]
}

/** More orders than one club sells in a quarter; a screen that needs more would need pages. */
const MOST_ORDERS = 5_000

/** The orders that students paid with a referer's code in a London quarter, newest first. @throws ShopError QUARTER_INVALID, REFERER_NOT_FOUND */
export async function listQuarterOrders(
  { db }: Pick<Deps, 'db'>,
  { refererId, quarterYear }: { refererId: string; quarterYear: string },
): Promise<QuarterOrder[]> {
  const quarter = parseQuarter(quarterYear)
  if (!quarter) throw new ShopError('QUARTER_INVALID')
  if (!(await isReferer({ db }, refererId))) throw new ShopError('REFERER_NOT_FOUND')
  const { start, end } = rangeOf(quarter)
  const orders = await db.order.findMany({
    where: { refererId, status: 'paid', paidAt: { gte: start, lt: end } },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    take: MOST_ORDERS,
    select: {
      id: true,
      paidAt: true,
      isBundle: true,
      student: { select: { username: true, email: true } },
      commission: { select: { entries: { select: { amountPence: true } } } },
      lines: {
        orderBy: { videoId: 'asc' },
        select: {
          id: true,
          videoId: true,
          title: true,
          listPence: true,
          collectionDiscountPence: true,
          referralDiscountPence: true,
          grossPence: true,
        },
      },
    },
  })
  return orders.map(({ student, commission, paidAt, ...order }) => ({
    ...order,
    ...student,
    paidAt: paidAt ?? start,
    commissionPence: (commission?.entries ?? []).reduce((sum, entry) => sum + entry.amountPence, 0),
  }))
}
