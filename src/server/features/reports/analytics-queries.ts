import type { Deps, Tx } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import type { LondonRange } from '#shared/calendar/calendar.ts'
import { lastMonths } from '#shared/calendar/month.ts'
import { monthlyTrendMonths, mostTrendMonths } from '#shared/limits.ts'
import { type Pence, zeroPence } from '#shared/money/money.ts'
import { SALES_A_PAGE } from '#shared/schemas/reports.ts'
import type { Takings } from './waterfall.ts'

type Reader = Pick<Tx, '$queryRaw'>

/** Whether an instant is in a period; without one, always. */
function isIn(column: Prisma.Sql, range: LondonRange | undefined): Prisma.Sql {
  return range ? Prisma.sql`${column} >= ${range.start} and ${column} < ${range.end}` : Prisma.sql`true`
}

/** The condition for an order, whose alias is "o", to be a sale of a period. */
const isSale = (range: LondonRange | undefined) =>
  Prisma.sql`o."status" = 'paid' and ${isIn(Prisma.sql`o."paidAt"`, range)}`

export async function findFirstSale(db: Reader): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    select min("paidAt") as "at" from "Order" where "status" = 'paid'`
  return row?.at ?? null
}

/** Commission paid to referers in a period, without VAT. */
export async function sumPaidOut(db: Reader, range?: LondonRange): Promise<Pence> {
  const [row] = await db.$queryRaw<{ sum: Pence }[]>`
    select coalesce(sum("payoutPence"), 0)::float8 as "sum" from "Payout"
    where "status" = 'paid' and ${isIn(Prisma.sql`"paidAt"`, range)}`
  return row?.sum ?? zeroPence
}

export type VideoSales = {
  videoId: number
  title: string
  grossPence: Pence
  sales: number
  bundleSales: number
}

/** The revenue and sales of every video, alone and in bundles, including those without a sale. */
export function listVideoSales(db: Reader, range?: LondonRange) {
  return db.$queryRaw<VideoSales[]>`
    with "sold" as (
      select l."videoId", sum(l."grossPence") as "gross", count(*) as "sales",
        count(*) filter (where o."isBundle") as "bundles"
      from "Order" o join "OrderLine" l on l."orderId" = o."id" where ${isSale(range)} group by 1
    )
    select v."id" as "videoId", v."title", coalesce(s."gross", 0)::float8 as "grossPence",
      coalesce(s."sales", 0)::int as "sales", coalesce(s."bundles", 0)::int as "bundleSales"
    from "Video" v left join "sold" s on s."videoId" = v."id" order by v."position"`
}

/** A number of credits of one amount for the same videos at the same prices. The two lists have the same order. */
export type Credits = { creditedPence: number; videoIds: number[]; grossPence: number[]; count: number }

/**
 * Credits of a period's sales with the lines they are for: those the refund names, else all of the order. Equal ones are counted together,
 * because there are far fewer prices than refunds.
 */
export function listCredits(db: Reader, range?: LondonRange): Promise<Credits[]> {
  return db.$queryRaw<Credits[]>`
    with "credit" as (
      select "id", "paymentId", "creditedPence", true as "isRefund" from "Refund" where "creditedPence" > 0
      union all select "id", "paymentId", "creditedPence", false from "Dispute" where "creditedPence" > 0
    ), "credited" as (
      select c."creditedPence", array_agg(l."videoId" order by l."videoId") as "videoIds",
        array_agg(l."grossPence" order by l."videoId") as "grossPence"
      from "credit" c join "Payment" p on p."id" = c."paymentId" join "OrderLine" l on l."orderId" = p."orderId"
        join "Order" o on o."id" = p."orderId"
      where ${isSale(range)} and (
        not exists (select 1 from "RefundLine" r where c."isRefund" and r."refundId" = c."id")
        or exists (select 1 from "RefundLine" r where r."refundId" = c."id" and r."orderLineId" = l."id")
      )
      group by c."id", c."creditedPence"
    )
    select "creditedPence", "videoIds", "grossPence", count(*)::int as "count"
    from "credited" group by 1, 2, 3 order by 1, 2, 3`
}

export type RefererSums = Takings & {
  refererId: string | null
  name: string | null
  sales: number
  customers: number
}

const MOST_REFERERS = 5_000

/**
 * The sales of a period by the referer whose code they used, with their credits and commission until now; one row for
 * those without a code. A forfeit counts where it was written.
 */
export function listRefererSums(db: Reader, range?: LondonRange) {
  return db.$queryRaw<RefererSums[]>`
    with
      "sold" as (
        select o."refererId", count(*) as "sales", sum(o."subtotalPence") as "list",
          sum(o."collectionDiscountPence") as "collection", sum(o."referralDiscountPence") as "code",
          sum(o."vatPence") as "vat", sum(coalesce(p."feePence", 0)) as "fee"
        from "Order" o left join "Payment" p on p."orderId" = o."id" where ${isSale(range)} group by 1
      ),
      -- Apart, for then an index brings the students in order.
      "bought" as (
        select "refererId", count(distinct "studentId") as "customers"
        from "Order" o where ${isSale(range)} group by 1
      ),
      "credit" as (
        select "paymentId", "creditedPence", "vatPence" from "Refund" where "creditedPence" > 0
        union all select "paymentId", "creditedPence", "vatPence" from "Dispute" where "creditedPence" > 0
      ),
      "returned" as (
        select o."refererId", sum(c."creditedPence") as "gross", sum(c."vatPence") as "vat"
        from "credit" c join "Payment" p on p."id" = c."paymentId" join "Order" o on o."id" = p."orderId"
        where ${isIn(Prisma.sql`o."paidAt"`, range)} group by 1
      ),
      "earned" as (${selectEarned(range)})
    select s."refererId", r."name", s."sales"::int, c."customers"::int, s."list"::float8 as "listPence",
      s."collection"::float8 as "collectionDiscountPence", s."code"::float8 as "codeDiscountPence",
      coalesce(b."gross", 0)::float8 as "refundedPence", (s."vat" - coalesce(b."vat", 0))::float8 as "vatPence",
      s."fee"::float8 as "feePence", coalesce(e."sum", 0)::float8 as "commissionPence"
    from "sold" s
    -- No id is empty, so those without a club find their own; "is not distinct from" could not be hashed.
    join "bought" c on coalesce(c."refererId", '') = coalesce(s."refererId", '')
    left join "returned" b on coalesce(b."refererId", '') = coalesce(s."refererId", '')
    left join "earned" e on e."refererId" = s."refererId"
    left join "Referer" r on r."id" = s."refererId"
    order by s."list" desc, s."refererId" limit ${MOST_REFERERS}`
}

/** All of the ledger needs no orders. */
function selectEarned(range: LondonRange | undefined): Prisma.Sql {
  if (!range) return Prisma.sql`select "refererId", sum("amountPence") as "sum" from "LedgerEntry" group by 1`
  return Prisma.sql`
    select e."refererId", sum(e."amountPence") as "sum"
    from "LedgerEntry" e left join "Commission" c on c."id" = e."commissionId"
      left join "Order" o on o."id" = c."orderId"
    where ${isIn(Prisma.sql`coalesce(o."paidAt", e."writtenAt")`, range)} group by 1`
}

export type MonthSums = {
  month: string
  revenuePence: Pence
  sales: number
  newCustomers: number
  isRunning: boolean
}

/**
 * The months of a period, at most the last twelve of it, or the last six of all, oldest first: revenue of the month's
 * sales less what was credited of them until now, orders, and students whose first paid order is in the month.
 */
export async function listMonths(db: Reader, now: Date, range?: LondonRange): Promise<MonthSums[]> {
  const last = range && range.end <= now ? new Date(range.end.getTime() - 1) : now
  const months = lastMonths(last, range ? mostTrendMonths : monthlyTrendMonths).filter(
    ({ end }) => !range || end > range.start,
  )
  const [first = now, end = now] = [months[0]?.start, range?.end ?? months.at(-1)?.end]
  const start = range && range.start > first ? range.start : first
  const rows = await db.$queryRaw<Omit<MonthSums, 'isRunning'>[]>`
    with "credit" as (
      select "paymentId", sum("creditedPence") as "sum" from (
        select "paymentId", "creditedPence" from "Refund" where "creditedPence" > 0
        union all select "paymentId", "creditedPence" from "Dispute" where "creditedPence" > 0
      ) "each" group by 1
    )
    select to_char(o."paidAt" at time zone 'Europe/London', 'YYYY-MM') as "month",
      sum(o."totalPence" - coalesce(c."sum", 0))::float8 as "revenuePence", count(*)::int as "sales",
      (count(*) filter (where not exists (
        select 1 from "Order" e where e."studentId" = o."studentId" and e."status" = 'paid'
          and (e."paidAt", e."id") < (o."paidAt", o."id"))))::int as "newCustomers"
    from "Order" o left join "Payment" p on p."orderId" = o."id" left join "credit" c on c."paymentId" = p."id"
    where ${isSale({ start, end })} group by 1`
  const none = { revenuePence: zeroPence, sales: 0, newCustomers: 0 }
  return months.map(({ label, ...month }) => ({
    ...none,
    ...rows.find(({ month }) => month === label),
    month: label,
    isRunning: month.start <= now && now < month.end,
  }))
}

const SALE_FIELDS = {
  ...columns('id', 'paidAt', 'isBundle', 'subtotalPence', 'collectionDiscountPence'),
  ...columns('referralDiscountPence', 'vatPence'),
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

/** One page of a referer's sales in a period, or of those without a code, newest first, and their total. */
export async function listSales(
  { db }: Pick<Deps, 'db'>,
  { refererId, page, range }: { refererId: string | null; page: number; range?: LondonRange | undefined },
) {
  const paidAt = range && { gte: range.start, lt: range.end }
  const where = { refererId, status: 'paid', ...(paidAt && { paidAt }) } as const
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
  // Ids first: in one query, every order before the page would be read in full and dropped.
  const sales = await db.order.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    select: SALE_FIELDS,
  })
  return { total, sales }
}
