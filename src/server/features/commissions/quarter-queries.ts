import type { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import { labelOf, quarterOf } from '#shared/calendar/quarter.ts'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import type { refererQuartersOutput, unprocessedQuartersOutput } from '#shared/schemas/admin-reports.ts'

/**
 * Closed quarters that would make a payout now, newest first, with orders and sum of their own ledger. A sum that is
 * only carried forward does not count.
 */
export function listUnprocessed({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return db.$queryRaw<z.input<typeof unprocessedQuartersOutput>>`
    with "unprocessed" as (${selectUnprocessed({ running: runningQuarter(clock), refererId: null })})
    select "quarter" as "quarterYear", sum("count")::int as "commissionCount",
      sum("sum")::float8 as "commissionAmount"
    from "unprocessed" group by 1 order by 1 desc`
}

/** A referer's ledger by quarter, all of it, newest first. */
export function listRefererQuarters({ db, clock }: Pick<Deps, 'db' | 'clock'>, refererId: string) {
  return db.$queryRaw<z.input<typeof refererQuartersOutput>>`
    with
      "unprocessed" as (${selectUnprocessed({ running: runningQuarter(clock), refererId })})
    select "quarter" as "quarterYear",
      (count(*) filter (where "kind" = 'earned'))::int as "sales",
      coalesce(sum("amountPence") filter (where "kind" <> 'forfeited'), 0)::float8 as "earnedAmount",
      coalesce(sum("amountPence") filter (where "kind" = 'forfeited'), 0)::float8 as "forfeitedAmount",
      "quarter" in (select "quarter" from "unprocessed") as "isUnprocessed"
    from "LedgerEntry" where "refererId" = ${refererId}
    group by 1 order by 1 desc`
}

const runningQuarter = (clock: Deps['clock']) => labelOf(quarterOf(clock.now()))

/**
 * Closed quarters of all referers or one that reach the minimum payout and have none. An estimated card fee counts
 * from the quarter of its correction, as in `planPayout`.
 */
function selectUnprocessed({ running, refererId }: { running: string; refererId: string | null }) {
  const isTheirs = (column: Prisma.Sql) =>
    refererId === null ? Prisma.sql`true` : Prisma.sql`${column} = ${refererId}`
  return Prisma.sql`
    with
      "fee" as (
        select "commissionId", bool_or("isEstimate") as "isEstimate",
          max("quarter") filter (where "kind" = 'corrected') as "correctedIn"
        from "LedgerEntry"
        where "commissionId" is not null and ${isTheirs(Prisma.sql`"refererId"`)} group by 1
      ),
      "unpaid" as (
        select e."refererId", e."commissionId", e."amountPence",
          case when f."isEstimate" then greatest(e."quarter", f."correctedIn") else e."quarter" end as "quarter"
        from "LedgerEntry" e left join "fee" f on f."commissionId" = e."commissionId"
        where ${isTheirs(Prisma.sql`e."refererId"`)}
          and (f."isEstimate" is not true or f."correctedIn" is not null)
          and not exists (select 1 from "PayoutEntry" p where p."entryId" = e."id" and not p."isVoid")
      ),
      "brought" as (
        select "refererId", "quarter", count(distinct "commissionId") as "count", sum("amountPence") as "sum"
        from "unpaid" group by 1, 2
      ),
      "reached" as (
        select *, sum("sum") over (partition by "refererId" order by "quarter") as "upToThen" from "brought"
      )
    select "quarter", "count", "sum" from "reached" r
    where "quarter" < ${running} and "upToThen" >= ${minimumPayoutPence} and not exists (
      select 1 from "Payout" o
      where o."refererId" = r."refererId" and o."quarter" = r."quarter" and o."status" <> 'void')`
}
