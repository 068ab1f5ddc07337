import { sqlLiteral } from '#server/infra/copy-out.ts'
import { labelOf, type Quarter, rangeOf } from '#shared/calendar/quarter.ts'

/** The kinds of rows: a sale has one row per video, or one for a bundle. */
export const REPORT_KINDS = { line: 'l', bundle: 'b', change: 'c' } as const

/** The columns of the statement below, in order. */
export const REPORT_FIELDS = [
  'kind',
  'date',
  'orderId',
  'username',
  'email',
  'what',
  'videoId',
  'originalPence',
  'discountPence',
  'finalPence',
  'netPence',
  'vatPence',
  'feePence',
  'referer',
  'code',
  'commissionBps',
  'commissionPence',
  'invoiceNumber',
  'creditNoteNumber',
  'vatRate',
] as const

/**
 * Credit notes, and invoices that cancel one, with sign, amounts and the discount that they take back: what is credited
 * so far takes the same part of the discount with it as of the price, so all of it once an order is credited whole.
 */
export function creditsSql(where = 'true'): string {
  const taken = (credited: string) =>
    `round(o."referralDiscountPence"::numeric * ${credited} / o."totalPence")`
  return `
    select c.*, (${taken('"before"')} - ${taken('("before" - "sign" * "grossPence")')})::int as "discountPence"
    from (
      select d.*, -coalesce(sum("sign" * "grossPence") over (
        partition by "orderId" order by "issuedAt", "id" rows between unbounded preceding and 1 preceding), 0) as "before"
      from (
        select "id", "label", "cancelsId", "orderId", "refundId", "disputeId", "issuedAt", "kind" = 'creditNote' as "isCredit",
          case when "kind" = 'creditNote' then -1 else 1 end as "sign", "details" ->> 'vatRate' as "vatRate",
          ("details" #>> '{totals,grossPence}')::int as "grossPence",
          ("details" #>> '{totals,netPence}')::int as "netPence", ("details" #>> '{totals,vatPence}')::int as "vatPence"
        from "Document" where ("kind" = 'creditNote' or "cancelsId" is not null) and ${where}
      ) d
    ) c join "Order" o on o."id" = c."orderId"`
}

/**
 * All money of a London quarter as one COPY from one snapshot: sales by payment time, credit documents by date, ledger
 * entries by quarter (requirements §6). Each entry is in exactly one row: with its sale, with its credit or alone. Fee
 * and commission of an order are repeated on its consecutive rows; the reader shares them.
 */
export function quarterReportStatement(quarter: Quarter): string {
  const { start, end } = rangeOf(quarter)
  const from = sqlLiteral(start.toISOString())
  const until = sqlLiteral(end.toISOString())
  const label = sqlLiteral(labelOf(quarter))
  const day = (instant: string) => `to_char(${instant} at time zone 'Europe/London', 'YYYY-MM-DD')`
  return `copy (
with
  "entry" as (
    select e."id", e."kind", e."amountPence", e."refundId", e."disputeId", e."writtenAt", e."refererId", e."reason",
      c."orderId", c."commissionBps"
    from "LedgerEntry" e left join "Commission" c on c."id" = e."commissionId" where e."quarter" = ${label}
  ),
  "earned" as (
    select "orderId", sum("amountPence") as "pence" from "entry" where "kind" in ('earned', 'corrected') group by 1
  ),
  "sale" as (
    select o.*, coalesce(p."feePence", 0) as "feePence", coalesce(e."pence", 0) as "earnedPence",
      i."label" as "invoiceNumber", i."details" ->> 'vatRate' as "vatRate"
    from "Order" o
    left join "Document" i on i."orderId" = o."id" and i."kind" = 'invoice' and i."cancelsId" is null
    left join "Payment" p on p."orderId" = o."id"
    left join "earned" e on e."orderId" = o."id"
    where o."status" = 'paid' and o."paidAt" >= ${from} and o."paidAt" < ${until}
  ),
  "document" as (
    select * from (${creditsSql(`"orderId" in (select t."orderId" from "Document" t
      where t."issuedAt" >= ${from} and t."issuedAt" < ${until})`)}) c
    where "issuedAt" >= ${from} and "issuedAt" < ${until}
  ),
  "reversal" as (
    -- A dispute can have several credit notes: each entry belongs to the one it was written with.
    select distinct on (e."id") e."id", e."amountPence", p."id" as "documentId"
    from "entry" e join "document" p
      on p."orderId" = e."orderId" and sign(e."amountPence") = p."sign"
      and (p."refundId" = e."refundId" or p."disputeId" = e."disputeId")
    where e."kind" = 'reversed'
    order by e."id", abs(extract(epoch from p."issuedAt" - e."writtenAt")), p."id"
  ),
  "alone" as (
    select e.* from "entry" e
    where e."amountPence" <> 0
      and not exists (select 1 from "reversal" r where r."id" = e."id")
      and not (e."kind" in ('earned', 'corrected')
        and exists (select 1 from "sale" s where s."id" = e."orderId"))
  ),
  "row" as (
    select '${REPORT_KINDS.line}' as "kind", s."paidAt" as "at", s."id" as "orderId", s."studentId", l."title" as "what",
      l."videoId", l."listPence" - l."collectionDiscountPence" as "originalPence",
      l."referralDiscountPence" as "discountPence", l."grossPence" as "finalPence", l."exVatPence" as "netPence",
      l."vatPence", s."feePence", s."refererId", s."referralCode", s."commissionBps",
      s."earnedPence" as "commissionPence", s."invoiceNumber", null as "creditNoteNumber", s."vatRate"
    from "sale" s join "OrderLine" l on l."orderId" = s."id" where not s."isBundle"
    union all
    select '${REPORT_KINDS.bundle}', s."paidAt", s."id", s."studentId", 'Complete package', 0,
      s."subtotalPence" - s."collectionDiscountPence", s."referralDiscountPence", s."totalPence", s."exVatPence",
      s."vatPence", s."feePence", s."refererId", s."referralCode", s."commissionBps", s."earnedPence",
      s."invoiceNumber", null, s."vatRate"
    from "sale" s where s."isBundle"
    union all
    select '${REPORT_KINDS.change}', p."issuedAt", o."id", o."studentId",
      case when p."disputeId" is null then case when p."isCredit" then 'Refund' else 'Refund undone' end
        else case when p."isCredit" then 'Dispute lost' else 'Dispute won' end end
      || coalesce(': ' || (
        select string_agg(l."title", ', ' order by l."videoId") from "RefundLine" r
        join "OrderLine" l on l."id" = r."orderLineId" where r."refundId" = p."refundId"), ''),
      0, p."sign" * p."grossPence" + p."discountPence", p."discountPence", p."sign" * p."grossPence", p."sign" * p."netPence", p."sign" * p."vatPence", 0,
      o."refererId", o."referralCode", o."commissionBps",
      coalesce((select sum(r."amountPence") from "reversal" r where r."documentId" = p."id"), 0),
      coalesce(case when not p."isCredit" then p."label" end, i."label"),
      case when p."isCredit" then p."label" else n."label" end, p."vatRate"
    from "document" p join "Order" o on o."id" = p."orderId"
    left join "Document" i on i."orderId" = o."id" and i."kind" = 'invoice' and i."cancelsId" is null
    left join "Document" n on n."id" = p."cancelsId"
    union all
    select '${REPORT_KINDS.change}', e."writtenAt", coalesce(e."orderId", ''), o."studentId",
      case e."kind" when 'forfeited' then 'Commission forfeited'
        when 'reversed' then case when e."amountPence" > 0 then 'Commission restored' else 'Commission reversed' end
        when 'corrected' then 'Commission corrected' else 'Commission earned' end,
      0, 0, 0, 0, 0, 0, 0, e."refererId", o."referralCode", e."commissionBps", e."amountPence",
      null, null, null
    from "alone" e left join "Order" o on o."id" = e."orderId"
  )
select w."kind", ${day('w."at"')}, w."orderId", coalesce(s."username", ''), coalesce(s."email", ''), w."what",
  w."videoId", w."originalPence", w."discountPence", w."finalPence", w."netPence", w."vatPence", w."feePence",
  coalesce(r."name", ''), coalesce(w."referralCode", r."referralCode", ''), coalesce(w."commissionBps"::text, ''),
  w."commissionPence", coalesce(w."invoiceNumber", ''), coalesce(w."creditNoteNumber", ''), coalesce(w."vatRate", '')
from "row" w
left join "Student" s on s."id" = w."studentId"
left join "Referer" r on r."id" = w."refererId"
order by w."at", w."orderId", w."kind" = '${REPORT_KINDS.change}', w."videoId"
) to stdout`
}
