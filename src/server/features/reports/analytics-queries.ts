import type { Deps, Tx } from '#server/deps.ts'
import { columns } from '#server/infra/columns.ts'
import { lastMonths } from '#shared/calendar/month.ts'
import { monthlyTrendMonths } from '#shared/limits.ts'
import { type Pence, zeroPence } from '#shared/money/money.ts'
import { SALES_A_PAGE } from '#shared/schemas/reports.ts'
import type { Takings } from './waterfall.ts'

type Reader = Pick<Tx, '$queryRaw'>

/** Commission paid to referers: all paid payouts, without VAT. */
export async function sumPaidOut(db: Reader): Promise<Pence> {
  const [row] = await db.$queryRaw<{ sum: Pence }[]>`
    select coalesce(sum("payoutPence"), 0)::float8 as "sum" from "Payout" where "status" = 'paid'`
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
export function listVideoSales(db: Reader) {
  return db.$queryRaw<VideoSales[]>`
    with "sold" as (
      select l."videoId", sum(l."grossPence") as "gross", count(*) as "sales",
        count(*) filter (where o."isBundle") as "bundles"
      from "Order" o join "OrderLine" l on l."orderId" = o."id" where o."status" = 'paid' group by 1
    )
    select v."id" as "videoId", v."title", coalesce(s."gross", 0)::float8 as "grossPence",
      coalesce(s."sales", 0)::int as "sales", coalesce(s."bundles", 0)::int as "bundleSales"
    from "Video" v left join "sold" s on s."videoId" = v."id" order by v."position"`
}

/** A number of credits of one amount for the same videos at the same prices. The two lists have the same order. */
export type Credits = { creditedPence: number; videoIds: number[]; grossPence: number[]; count: number }

/**
 * Credits with the lines they are for: those the refund names, else all of the order. Equal ones are counted together,
 * because there are far fewer prices than refunds.
 */
export function listCredits(db: Reader): Promise<Credits[]> {
  return db.$queryRaw<Credits[]>`
    with "credit" as (
      select "id", "paymentId", "creditedPence", true as "isRefund" from "Refund" where "creditedPence" > 0
      union all select "id", "paymentId", "creditedPence", false from "Dispute" where "creditedPence" > 0
    ), "basket" as (
      select c."creditedPence", array_agg(l."videoId" order by l."videoId") as "videoIds",
        array_agg(l."grossPence" order by l."videoId") as "grossPence"
      from "credit" c join "Payment" p on p."id" = c."paymentId" join "OrderLine" l on l."orderId" = p."orderId"
      where not exists (select 1 from "RefundLine" r where c."isRefund" and r."refundId" = c."id")
        or exists (select 1 from "RefundLine" r where r."refundId" = c."id" and r."orderLineId" = l."id")
      group by c."id", c."creditedPence"
    )
    select "creditedPence", "videoIds", "grossPence", count(*)::int as "count"
    from "basket" group by 1, 2, 3 order by 1, 2, 3`
}

export type RefererSums = Takings & {
  refererId: string | null
  name: string | null
  sales: number
  customers: number
}

const MOST_REFERERS = 5_000

/** All paid orders by the referer whose code they used; one row for those without a code. */
export function listRefererSums(db: Reader) {
  return db.$queryRaw<RefererSums[]>`
    with
      "sold" as (
        select o."refererId", count(*) as "sales", sum(o."subtotalPence") as "list",
          sum(o."collectionDiscountPence") as "collection", sum(o."referralDiscountPence") as "code",
          sum(o."vatPence") as "vat", sum(coalesce(p."feePence", 0)) as "fee"
        from "Order" o left join "Payment" p on p."orderId" = o."id" where o."status" = 'paid' group by 1
      ),
      -- Apart, for then an index brings the students in order.
      "bought" as (
        select "refererId", count(distinct "studentId") as "customers"
        from "Order" where "status" = 'paid' group by 1
      ),
      "credit" as (
        select "paymentId", "creditedPence", "vatPence" from "Refund" where "creditedPence" > 0
        union all select "paymentId", "creditedPence", "vatPence" from "Dispute" where "creditedPence" > 0
      ),
      "returned" as (
        select o."refererId", sum(c."creditedPence") as "gross", sum(c."vatPence") as "vat"
        from "credit" c join "Payment" p on p."id" = c."paymentId" join "Order" o on o."id" = p."orderId" group by 1
      ),
      "earned" as (select "refererId", sum("amountPence") as "sum" from "LedgerEntry" group by 1)
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

export type MonthSums = { month: string; revenuePence: Pence; sales: number; newCustomers: number }

/**
 * The last London months with the running one, oldest first: revenue less credits, orders, and students whose first
 * paid order is in the month.
 */
export async function listMonths(db: Reader, now: Date): Promise<MonthSums[]> {
  const months = lastMonths(now, monthlyTrendMonths)
  const from = months[0]?.start ?? now
  const rows = await db.$queryRaw<MonthSums[]>`
    with
      "sold" as (
        select to_char("paidAt" at time zone 'Europe/London', 'YYYY-MM') as "month", sum("totalPence") as "sum",
          count(*) as "sales", count(*) filter (where not exists (
            select 1 from "Order" e where e."studentId" = o."studentId" and e."status" = 'paid'
              and (e."paidAt", e."id") < (o."paidAt", o."id"))) as "newCustomers"
        from "Order" o where "status" = 'paid' and "paidAt" >= ${from} group by 1
      ),
      "returned" as (
        select to_char("issuedAt" at time zone 'Europe/London', 'YYYY-MM') as "month",
          sum(case when "kind" = 'creditNote' then -1 else 1 end * ("details" #>> '{totals,grossPence}')::int) as "sum"
        from "Document" where ("kind" = 'creditNote' or "cancelsId" is not null) and "issuedAt" >= ${from} group by 1
      )
    select "month", (coalesce("sold"."sum", 0) + coalesce("returned"."sum", 0))::float8 as "revenuePence",
      coalesce("sold"."sales", 0)::int as "sales", coalesce("sold"."newCustomers", 0)::int as "newCustomers"
    from "sold" full join "returned" using ("month")`
  const none = { revenuePence: zeroPence, sales: 0, newCustomers: 0 }
  return months.map(({ label }) => ({ ...none, ...rows.find(({ month }) => month === label), month: label }))
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

/** One page of a referer's paid orders, or of those without a code, newest first, and their total. */
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
  // Ids first: in one query, every order before the page would be read in full and dropped.
  const sales = await db.order.findMany({
    where: { id: { in: ids.map(({ id }) => id) } },
    orderBy: [{ paidAt: 'desc' }, { id: 'desc' }],
    select: SALE_FIELDS,
  })
  return { total, sales }
}
