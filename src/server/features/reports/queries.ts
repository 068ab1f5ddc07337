import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { isReferer } from '#server/features/referers/queries.ts'
import { parseQuarter, rangeOf } from '#shared/calendar/quarter.ts'

/** One paid order of a quarter that used a referer's code, with its lines and what it earned so far. */
export type QuarterOrder = {
  id: string
  paidAt: Date
  isBundle: boolean
  username: string
  email: string
  commissionPence: number
  /** Null where the order earns none. */
  commissionBps: number | null
  feePence: number
  feeIsEstimate: boolean
  /** What credit notes took back, each with the lines it names; none named, it is for all of them. */
  credits: { creditedPence: number; lineIds: string[] }[]
  lines: {
    id: string
    videoId: number
    title: string
    listPence: number
    collectionDiscountPence: number
    referralDiscountPence: number
    grossPence: number
    exVatPence: number
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
      commission: { select: { commissionBps: true, entries: { select: { amountPence: true } } } },
      payment: {
        select: {
          feePence: true,
          feeIsEstimate: true,
          refunds: { select: { creditedPence: true, lines: { select: { orderLineId: true } } } },
          disputes: { select: { creditedPence: true } },
        },
      },
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
          exVatPence: true,
        },
      },
    },
  })
  return orders.map(({ student, commission, payment, paidAt, ...order }) => ({
    ...order,
    ...student,
    paidAt: paidAt ?? start,
    commissionBps: commission?.commissionBps ?? null,
    feePence: payment?.feePence ?? 0,
    feeIsEstimate: payment?.feeIsEstimate ?? false,
    credits: [
      ...(payment?.refunds ?? []).map(({ creditedPence, lines }) => ({
        creditedPence,
        lineIds: lines.map(({ orderLineId }) => orderLineId),
      })),
      ...(payment?.disputes ?? []).map(({ creditedPence }) => ({ creditedPence, lineIds: [] })),
    ],
    commissionPence: (commission?.entries ?? []).reduce((sum, entry) => sum + entry.amountPence, 0),
  }))
}

/** What was written into a referer's ledger in a quarter, newest first. @throws ShopError QUARTER_INVALID, REFERER_NOT_FOUND */
export async function listQuarterEntries(
  { db }: Pick<Deps, 'db'>,
  { refererId, quarterYear }: { refererId: string; quarterYear: string },
) {
  if (!parseQuarter(quarterYear)) throw new ShopError('QUARTER_INVALID')
  if (!(await isReferer({ db }, refererId))) throw new ShopError('REFERER_NOT_FOUND')
  return db.ledgerEntry.findMany({
    where: { refererId, quarter: quarterYear },
    orderBy: [{ writtenAt: 'desc' }, { id: 'desc' }],
    take: MOST_ORDERS,
    select: {
      id: true,
      writtenAt: true,
      kind: true,
      amountPence: true,
      reason: true,
      commission: { select: { order: { select: { id: true, student: { select: { username: true } } } } } },
    },
  })
}

export type QuarterEntry = Awaited<ReturnType<typeof listQuarterEntries>>[number]
