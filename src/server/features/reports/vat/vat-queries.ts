import type { Deps, Tx } from '#server/deps.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import type { LondonRange } from '#shared/calendar/calendar.ts'
import type { VatSideName } from '#shared/schemas/vat.ts'
import type { OrderDocuments, PayoutDocument, SeriesCount, VatSums } from './vat-return.ts'

type Reader = Pick<Tx, '$queryRaw'>

/**
 * Documents with what a VAT return needs. The period is that of the date: an invoice is issued at the moment of its tax
 * point, the payment (VATTOS5105), a credit note when the price is reduced (VAT Regulations 1995, reg. 38(5)), and input
 * tax is reclaimed once the self-billed invoice is held. Commission from before a registration is no part of it.
 */
const DOCUMENTS = Prisma.sql`
  select d."id", d."label" as "number", d."kind"::text as "kind", d."issuedAt", d."orderId", d."payoutId",
    coalesce(d."details" #>> '{seller,vatNumber}', d."details" #>> '{customer,vatNumber}') is not null as "isRegistered",
    (d."details" ->> 'vatRate')::float8 as "vatRate",
    coalesce(
      (select sum((l ->> 'netPence')::int) from jsonb_array_elements(d."details" -> 'lines') l
        where d."kind" = 'selfBilledInvoice' and coalesce((l ->> 'hasVat')::boolean, true)),
      (d."details" #>> '{totals,netPence}')::int)::float8 as "netPence",
    (d."details" #>> '{totals,vatPence}')::float8 as "vatPence",
    coalesce(d."details" #>> '{buyer,businessName}', d."details" #>> '{buyer,name}', d."details" #>> '{supplier,name}')
      as "party",
    case when d."kind" in ('invoice', 'creditNote') then d."issuedAt"
      else (d."details" ->> 'paidAt')::timestamptz end as "taxPointAt",
    c."label" as "cancels"
  from "Document" d left join "Document" c on c."id" = d."cancelsId"`

const sideOf = Prisma.sql`case when not "isRegistered" then 'outside' when "kind" in ('invoice', 'creditNote') then 'sales'
  when "kind" = 'selfBilledInvoice' then 'purchases' else 'outside' end`

/** The sums of a period by kind and rate. */
export function sumDocuments(db: Reader, { start, end }: LondonRange): Promise<VatSums[]> {
  return db.$queryRaw<VatSums[]>`
    select "kind", "isRegistered", "vatRate", count(*)::int as "count", sum("netPence")::float8 as "netPence",
      sum("vatPence")::float8 as "vatPence"
    from (${DOCUMENTS} where d."issuedAt" >= ${start} and d."issuedAt" < ${end}) "document"
    group by 1, 2, 3 order by 1, 2, 3`
}

/** The sums of every London month, "2026-11", from a moment on. */
export function sumMonths(db: Reader, from: Date): Promise<(VatSums & { month: string })[]> {
  return db.$queryRaw<(VatSums & { month: string })[]>`
    select to_char("issuedAt" at time zone 'Europe/London', 'YYYY-MM') as "month", "kind", "isRegistered", "vatRate",
      count(*)::int as "count", sum("netPence")::float8 as "netPence", sum("vatPence")::float8 as "vatPence"
    from (${DOCUMENTS} where d."issuedAt" >= ${from}) "document" group by 1, 2, 3, 4`
}

export type VatDocument = Omit<VatSums, 'count'> & {
  id: string
  number: string
  issuedAt: Date
  taxPointAt: Date
  orderId: string | null
  payoutId: string | null
  party: string | null
  cancels: string | null
}

type Page = LondonRange & { side: VatSideName; offset: number; limit: number }

/** One page of the documents behind a figure, in the order of their dates. */
export function listDocuments(db: Reader, { start, end, side, offset, limit }: Page): Promise<VatDocument[]> {
  return db.$queryRaw<VatDocument[]>`
    select * from (${DOCUMENTS} where d."issuedAt" >= ${start} and d."issuedAt" < ${end}) "document"
    where ${sideOf} = ${side} order by "issuedAt", "number" offset ${offset} limit ${limit}`
}

/** Paid orders of a period, or with a document of it, whose documents may not fit: as `explainOrder`. */
export function listDoubtfulOrders(
  db: Reader,
  { start, end }: LondonRange,
  limit: number,
): Promise<OrderDocuments[]> {
  return db.$queryRaw<OrderDocuments[]>`
    with "touched" as (
      select "id" from "Order" where "status" = 'paid' and "paidAt" >= ${start} and "paidAt" < ${end}
      union select "orderId" from "Document" where "orderId" is not null and "issuedAt" >= ${start} and "issuedAt" < ${end}
    ), "documented" as (
      select d."orderId", count(*) filter (where d."kind" = 'invoice' and d."cancelsId" is null)::int as "invoiceCount",
        sum("gross") filter (where d."kind" = 'invoice' and d."cancelsId" is null) as "invoiced",
        sum("vat") filter (where d."kind" = 'invoice' and d."cancelsId" is null) as "invoicedVat",
        sum(case when d."kind" = 'creditNote' then "gross" when d."cancelsId" is not null then -"gross" end) as "noted",
        sum(case when d."kind" = 'creditNote' then "vat" when d."cancelsId" is not null then -"vat" end) as "notedVat"
      from "touched" t join "Document" d on d."orderId" = t."id" cross join lateral (
        select (d."details" #>> '{totals,grossPence}')::int as "gross", (d."details" #>> '{totals,vatPence}')::int as "vat") v
      group by 1
    ), "credited" as (
      select p."orderId", sum(c."creditedPence") as "gross", sum(c."vatPence") as "vat" from (
        select "paymentId", "creditedPence", "vatPence" from "Refund"
        union all select "paymentId", "creditedPence", "vatPence" from "Dispute"
      ) c join "Payment" p on p."id" = c."paymentId" join "touched" t on t."id" = p."orderId" group by 1
    ), "orders" as (
      select o."id" as "orderId", o."totalPence", o."vatPence", coalesce(d."invoiceCount", 0) as "invoiceCount",
        coalesce(d."invoiced", 0)::float8 as "invoicedPence", coalesce(d."invoicedVat", 0)::float8 as "invoicedVatPence",
        coalesce(d."noted", 0)::float8 as "creditNotedPence", coalesce(d."notedVat", 0)::float8 as "creditNotedVatPence",
        coalesce(c."gross", 0)::float8 as "creditedPence", coalesce(c."vat", 0)::float8 as "creditedVatPence"
      from "touched" t join "Order" o on o."id" = t."id" and o."status" = 'paid'
      left join "documented" d on d."orderId" = o."id" left join "credited" c on c."orderId" = o."id"
    )
    select * from "orders"
    where "invoiceCount" <> 1 or "invoicedPence" <> "totalPence" or "invoicedVatPence" <> "vatPence"
      or "creditNotedPence" <> "creditedPence" or "creditNotedVatPence" <> "creditedVatPence"
    order by "orderId" limit ${limit}`
}

/** Payouts with a document of the period, or paid in it. */
export function listPayoutDocuments(
  db: Reader,
  { start, end }: LondonRange,
  limit: number,
): Promise<PayoutDocument[]> {
  return db.$queryRaw<PayoutDocument[]>`
    select p."id" as "payoutId", r."name", p."quarter", p."status"::text as "status", p."totalPence", p."vatPence", d."label",
      (d."details" #>> '{totals,grossPence}')::int as "documentPence", (d."details" #>> '{totals,vatPence}')::int as "documentVatPence"
    from "Payout" p join "Referer" r on r."id" = p."refererId" left join "Document" d on d."payoutId" = p."id"
    where d."issuedAt" >= ${start} and d."issuedAt" < ${end}
      or p."status" = 'paid' and p."paidAt" >= ${start} and p."paidAt" < ${end}
    order by p."id" limit ${limit}`
}

/** How far the numbers of each series run, and how many documents have one. */
export function countSeries(db: Reader): Promise<SeriesCount[]> {
  return db.$queryRaw<SeriesCount[]>`
    select s."key", s."prefix", s."lastNumber", (select count(*)::int from "Document" d where d."seriesKey" = s."key") as "documents"
    from "DocumentSeries" s order by 1`
}

/** When the first document was issued; null where there is none. */
export async function findFirstIssued({ db }: Pick<Deps, 'db'>): Promise<Date | null> {
  const first = await db.document.findFirst({ orderBy: { issuedAt: 'asc' }, select: { issuedAt: true } })
  return first?.issuedAt ?? null
}
