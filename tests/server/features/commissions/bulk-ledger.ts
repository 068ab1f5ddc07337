import type { TestDeps } from '#tests/support/deps.ts'

/**
 * Fills an empty database with referers and their sales of 2026, by SQL alone and always the same: every third
 * referer is registered for VAT, every fourth earns little, some ended in Q3, some sales are reversed in part, and some
 * card fees of the others are estimated, half of which were corrected.
 */
export async function fillLedger(
  { pool }: Pick<TestDeps, 'pool'>,
  { referers, entries }: { referers: number; entries: number },
): Promise<void> {
  // 1 earned, 1 ÷ 14 corrected and 1 ÷ 5 reversed entries for each sale.
  const sales = Math.ceil(entries / (1 + 1 / 14 + 1 / 5))
  const owner = `1 + n % ${referers}`
  const amount = `case when (${owner}) % 4 = 0 then 1 + n % 12 else 20 + n * 37 % 400 end`
  const at = `'2026-01-15T12:00:00Z'::timestamptz + (n % 350) * interval '1 day'`
  await pool.query(`
    insert into "Referer" ("id", "name", "contactEmail", "contactEmailKey", "contactName", "referralCode",
      "passwordHash", "discountBps", "commissionBps", "isVatRegistered", "createdAt", "endedAt")
    select 'r' || n, 'Club ' || n, 'club' || n || '@example.com', 'club' || n || '@example.com', 'A Secretary',
      'BULK' || n, '', 1000, 500, n % 3 = 0, '2026-01-01T00:00:00Z',
      case when n % 7 = 0 then '2026-08-01T00:00:00Z'::timestamptz end
    from generate_series(1, ${referers}) n`)
  await pool.query(`
    insert into "Student" ("id", "username", "usernameKey", "email", "emailKey", "passwordHash", "createdAt", "lastSeenAt")
    select 's' || n, 'pilot' || n, 'pilot' || n, 'p' || n || '@example.com', 'p' || n || '@example.com', '',
      '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'
    from generate_series(1, ${sales}) n`)
  await pool.query(`
    insert into "Order" ("id", "studentId", "status", "cartKey", "isBundle", "collectionDiscount", "subtotalPence",
      "collectionDiscountPence", "referralDiscountPence", "totalPence", "exVatPence", "vatPence", "vatBps",
      "singleMonths", "bundleMonths", "createdAt", "expiresAt", "paidAt")
    select 'o' || n, 's' || n, 'paid', 'b' || n, false, 'none', 6000, 0, 0, 6000, 5000, 1000, 2000, 3, 12,
      ${at}, ${at}, ${at}
    from generate_series(1, ${sales}) n`)
  await pool.query(`
    insert into "Commission" ("id", "orderId", "studentId", "refererId", "commissionBps", "createdAt")
    select 'c' || n, 'o' || n, 's' || n, 'r' || ${owner}, 500, ${at}
    from generate_series(1, ${sales}) n`)
  const entry = (kind: string, amount: string, day: string, where: string) => `
    select '${kind}' || n, 'r' || ${owner}, 'c' || n, '${kind}'::"EntryKind", ${amount},
      '${kind}' = 'earned' and n % 7 = 0 and (${owner}) % 7 <> 0,
      to_char((${day}) at time zone 'Europe/London', 'YYYY"-Q"Q'), ${day}
    from generate_series(1, ${sales}) n where ${where}`
  await pool.query(`
    insert into "LedgerEntry" ("id", "refererId", "commissionId", "kind", "amountPence", "isEstimate", "quarter", "writtenAt")
    ${entry('earned', amount, at, 'true')} union all
    ${entry('corrected', 'n % 5 - 2', `${at} + interval '40 days'`, 'n % 14 = 0')} union all
    ${entry('reversed', `-((${amount}) / 2)`, `${at} + interval '20 days'`, 'n % 5 = 0')}`)
  await pool.query('analyze')
}

/**
 * What the close of a quarter must have paid, reckoned by SQL from the ledger and not by the code under test:
 * the unpaid sum of each referer up to its end, estimates left out, where it is £10 or more.
 */
export async function owedUpTo({ pool }: Pick<TestDeps, 'pool'>, quarter: string) {
  const { rows } = await pool.query<{ refererId: string; pence: number; orders: number }>(
    `select e."refererId", sum(e."amountPence")::int as "pence", count(distinct e."commissionId")::int as "orders"
     from "LedgerEntry" e
     where e."quarter" <= $1 and e."kind" <> 'forfeited'
       and (
         not exists (select 1 from "LedgerEntry" x where x."commissionId" = e."commissionId" and x."isEstimate")
         or exists (
           select 1 from "LedgerEntry" y
           where y."commissionId" = e."commissionId" and y."kind" = 'corrected' and y."quarter" <= $1))
     group by 1 having sum(e."amountPence") >= 1000 order by 1`,
    [quarter],
  )
  return rows
}

/** Everything that closes have written, without values that differ between two runs. */
export async function writtenByCloses({ pool }: Pick<TestDeps, 'pool'>) {
  const { rows: payouts } = await pool.query(
    `select o."refererId", o."quarter", o."status", o."payoutPence" as "pence", o."vatPence", o."orderCount" as "orders",
       (select array_agg(p."entryId" order by p."entryId") from "PayoutEntry" p
         where p."payoutId" = o."id" and not p."isVoid") as "entries"
     from "Payout" o order by 1, 2`,
  )
  const { rows: forfeits } = await pool.query(
    `select "refererId", "quarter", "amountPence" from "LedgerEntry" where "kind" = 'forfeited' order by 1, 2`,
  )
  return { payouts, forfeits }
}
