import type pg from 'pg'

/** Foreign keys that lead nowhere: the year is put in with the checks of keys switched off. */
export async function findOrphans(pool: pg.Pool): Promise<string[]> {
  const { rows: keys } = await pool.query<{ name: string; query: string }>(
    `select c.conname as name, format(
       'select count(*)::int as n from %s a where not (%s) and not exists (select 1 from %s b where %s)',
       c.conrelid::regclass,
       (select string_agg(format('a.%I is null', x.attname), ' or ') from pg_attribute x
         where x.attrelid = c.conrelid and x.attnum = any(c.conkey)),
       c.confrelid::regclass,
       (select string_agg(format('a.%I = b.%I', x.attname, y.attname), ' and ')
         from unnest(c.conkey, c.confkey) as k(one, other)
         join pg_attribute x on x.attrelid = c.conrelid and x.attnum = k.one
         join pg_attribute y on y.attrelid = c.confrelid and y.attnum = k.other)) as query
     from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  )
  const orphans: string[] = []
  for (const { name, query } of keys) {
    const { rows } = await pool.query<{ n: number }>(query)
    if (rows[0]?.n) orphans.push(name)
  }
  return orphans
}

/** What would contradict itself if a row were moved over the end of a quarter, or into the future. */
const CONTRADICTIONS = {
  ledgerQuarters: `select count(*) from "LedgerEntry" where quarter <> to_char("writtenAt" at time zone 'Europe/London', 'YYYY-"Q"Q')`,
  documentDates: `select count(*) from "Document" where (details->>'issuedAt')::timestamptz <> "issuedAt"`,
  documentOrder: `select count(*) from "Document" a join "Document" b
    on a."seriesKey" = b."seriesKey" and a.number < b.number and a."issuedAt" > b."issuedAt"`,
  invoicesAtAnotherTime: `select count(*) from "Order" o join "Document" d on d."orderId" = o.id and d.kind = 'invoice'
    where d."issuedAt" <> o."paidAt" and not exists
      (select 1 from "Document" c where c."orderId" = o.id and c.kind = 'invoice' and c.number < d.number)`,
  accessEnds: `select count(*) from "Entitlement" e join "Order" o on o.id = e."orderId" where e."expiresAt" <>
    ((o."paidAt" at time zone 'Europe/London') + make_interval(months => case when e."isBundle" then o."bundleMonths" else o."singleMonths" end))
    at time zone 'Europe/London'`,
  future: `select count(*) from "Order" where greatest("createdAt", "paidAt", "cancelledAt") > $1::timestamptz
    union all select count(*) from "Progress" where "updatedAt" > $1::timestamptz
    union all select count(*) from "Document" where "issuedAt" > $1::timestamptz
    union all select count(*) from "Student" where "lastSeenAt" > $1::timestamptz`,
  mailsLeft: `select count(*) from "OutboxMessage" where status <> 'sent'`,
}

export async function findContradictions(pool: pg.Pool, now: string): Promise<string[]> {
  const found: string[] = []
  for (const [name, statement] of Object.entries(CONTRADICTIONS)) {
    const { rows } = await pool.query<{ count: string }>(statement, statement.includes('$1') ? [now] : [])
    if (rows.some(({ count }) => count !== '0')) found.push(name)
  }
  return found
}
