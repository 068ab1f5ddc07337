import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { isReferer } from '#server/features/referers/queries.ts'
import { columns } from '#server/infra/columns.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import { labelOf, parseQuarter, quarterOf, rangeOf } from '#shared/calendar/quarter.ts'
import { type Pence, zeroPence } from '#shared/money/money.ts'
import { creditsSql } from './quarter-report-queries.ts'

/**
 * One paid order of a quarter that used a referer's code, with its lines and what it earned so far; `commissionBps` is
 * null where it earns none. Each credit has the lines it names; one without lines is for all of them.
 */
export type QuarterOrder = Awaited<ReturnType<typeof listQuarterOrders>>[number]

/** More orders than one referer sells in a quarter; a screen with more would need pages. */
const MOST_ORDERS = 5_000

/**
 * Orders paid with a referer's code in a London quarter, newest first. @throws ShopError QUARTER_INVALID,
 * REFERER_NOT_FOUND
 */
export async function listQuarterOrders(
  { db }: Pick<Deps, 'db'>,
  { refererId, quarterYear }: { refererId: string; quarterYear: string },
) {
  const quarter = parseQuarter(quarterYear)
  if (!quarter) throw new ShopError('QUARTER_INVALID')
  if (!(await isReferer({ db }, refererId))) throw new ShopError('REFERER_NOT_FOUND')
  const { start, end } = rangeOf(quarter)
  const orders = await db.order.findMany({
    where: { refererId, status: 'paid', paidAt: { gte: start, lt: end } },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    take: MOST_ORDERS,
    select: {
      ...columns('id', 'paidAt', 'isBundle'),
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
          ...columns('id', 'videoId', 'title', 'listPence', 'collectionDiscountPence'),
          ...columns('referralDiscountPence', 'grossPence', 'exVatPence'),
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

/** A referer's ledger entries of a quarter, newest first. @throws ShopError QUARTER_INVALID, REFERER_NOT_FOUND */
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
      ...columns('id', 'writtenAt', 'kind', 'amountPence', 'reason'),
      commission: { select: { order: { select: { id: true, student: { select: { username: true } } } } } },
    },
  })
}

export type QuarterEntry = Awaited<ReturnType<typeof listQuarterEntries>>[number]

/** The sums of a quarter's report by column. */
export type QuarterSums = {
  quarter: string
  sales: number
  originalPence: Pence
  discountPence: Pence
  finalPence: Pence
  netPence: Pence
  vatPence: Pence
  feePence: Pence
  commissionPence: Pence
}

const MOST_QUARTERS = 400

/**
 * Every quarter with sales, credits or ledger entries, newest first. Sales and documents count in the London quarter
 * of their time, entries in their own, as in `quarterReportStatement`.
 */
export function listQuarters({ db }: Pick<Deps, 'db'>) {
  return db.$queryRaw<QuarterSums[]>`
    with
      "sums" as (
        select date_trunc('quarter', o."paidAt" at time zone 'Europe/London') as "start", count(*) as "sales",
          sum(o."subtotalPence" - o."collectionDiscountPence") as "original", sum(o."referralDiscountPence") as "discount",
          sum(o."totalPence") as "final", sum(o."exVatPence") as "net", sum(o."vatPence") as "vat",
          sum(coalesce(p."feePence", 0)) as "fee"
        from "Order" o left join "Payment" p on p."orderId" = o."id" where o."status" = 'paid' group by 1
      ),
      -- Each quarter is written out once, not for every order.
      "sold" as (select to_char("start", 'YYYY"-Q"Q') as "quarter", * from "sums"),
      "returned" as (
        select to_char("issuedAt" at time zone 'Europe/London', 'YYYY"-Q"Q') as "quarter",
          sum("sign" * "grossPence") as "final", sum("sign" * "netPence") as "net", sum("sign" * "vatPence") as "vat",
          sum("discountPence") as "discount"
        from (${Prisma.raw(creditsSql())}) "credit" group by 1
      ),
      "earned" as (select "quarter", sum("amountPence") as "commission" from "LedgerEntry" group by 1)
    select "quarter", coalesce("sold"."sales", 0)::int as "sales",
      (coalesce("sold"."original", 0) + coalesce("returned"."final", 0) + coalesce("returned"."discount", 0))::float8
        as "originalPence",
      (coalesce("sold"."discount", 0) + coalesce("returned"."discount", 0))::float8 as "discountPence",
      (coalesce("sold"."final", 0) + coalesce("returned"."final", 0))::float8 as "finalPence",
      (coalesce("sold"."net", 0) + coalesce("returned"."net", 0))::float8 as "netPence",
      (coalesce("sold"."vat", 0) + coalesce("returned"."vat", 0))::float8 as "vatPence",
      coalesce("sold"."fee", 0)::float8 as "feePence",
      coalesce("earned"."commission", 0)::float8 as "commissionPence"
    from "sold" full join "returned" using ("quarter") full join "earned" using ("quarter")
    order by "quarter" desc limit ${MOST_QUARTERS}`
}

/** The quarter that runs now; its sales are nothing where no money has moved in it. */
export async function findRunningQuarter({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const quarterYear = labelOf(quarterOf(clock.now()))
  const found = (await listQuarters({ db })).find(({ quarter }) => quarter === quarterYear)
  return { quarterYear, finalPrice: found?.finalPence ?? zeroPence }
}
