import type { Deps } from '#server/deps.ts'
import type { OrdersShown } from '#shared/schemas/admin-orders.ts'

type Reader = Pick<Deps, 'pool'>

/** One row of the list of orders. */
export type OrderRow = {
  id: string
  status: 'open' | 'paid' | 'cancelled'
  createdAt: Date
  paidAt: Date | null
  isBundle: boolean
  totalPence: number
  creditedPence: number
  hasOpenDispute: boolean
  openWish: 'refund' | 'exchange' | null
  videos: string[]
  invoiceNumber: string | null
  studentId: string
  username: string
  email: string
}

type Place = { createdAt: Date; id: string }

type Search = { words: string; shown: OrdersShown; after: Place | null; limit: number }

const STUDENT_WORDS = `search_words(s."username" || ' ' || s."email" || ' ' || coalesce(s."businessName", ''))`
const BUYER_WORDS = `search_words(coalesce(o."buyer" ->> 'fullName', '') || ' ' || coalesce(o."buyer" ->> 'businessName', ''))`

/** Words with more orders than this are common: only the newest orders are searched for them. */
const MOST_FOUND = 5_000
/** How many rows one page of a common word reads. */
const MOST_READ = 10_000

/** The order of a club's code, of an amount, or of a card's last four digits. */
const BY_CODE = `o."refererId" = (select r."id" from "Referer" r where r."referralCode" = upper($1))`
const BY_CARD = `o."id" in (select p."orderId" from "Payment" p where p."cardEnding" = $1)`
const amountIn = (parameter: string) => `o."totalPence" = ${parameter}::int`

/**
 * Finds orders by the name of student or buyer, by a club's code, amount or card, or by the number of the order or a
 * document; each arm has an index.
 */
const FOUND = `
  (select o."id", false as "isExact" from "Student" s join "Order" o on o."studentId" = s."id"
    where ${STUDENT_WORDS} @@ search_query($1) limit ${MOST_FOUND + 1})
  union
  (select o."id", false from "Order" o
    where o."buyer" is not null and ${BUYER_WORDS} @@ search_query($1) limit ${MOST_FOUND + 1})
  union
  (select o."id", false from "Order" o where ${BY_CODE} limit ${MOST_FOUND + 1})
  union
  (select o."id", false from "Order" o where ${amountIn('$4')} limit ${MOST_FOUND + 1})
  union
  (select o."id", false from "Order" o where ${BY_CARD} limit ${MOST_FOUND + 1})
  union
  select d."orderId", true from "Document" d where d."label" = any($2::text[]) and d."orderId" is not null
  union
  select p."orderId", true from "Payment" p where p."intentId" = $3 or p."chargeId" = $3
  union
  select o."id", true from "Order" o where o."id" = $3`

const RETURNED = `
  select p."orderId" from "Refund" r join "Payment" p on p."id" = r."paymentId"
  union
  select p."orderId" from "Dispute" d join "Payment" p on p."id" = d."paymentId"`

const SHOWN: Record<OrdersShown, string> = {
  all: 'true',
  paid: `o."status" = 'paid'`,
  returned: `o."id" in (${RETURNED})`,
  unpaid: `o."status" <> 'paid'`,
}

/** The columns of each order in `page`. */
const ROWS_OF_PAGE = `
  select o."id", o."status", o."createdAt", o."paidAt", o."isBundle", o."totalPence", o."studentId",
     s."username", s."email",
     (select d."label" from "Document" d
       where d."orderId" = o."id" and d."kind" = 'invoice' and d."cancelsId" is null) as "invoiceNumber",
     array(select l."title" from "OrderLine" l where l."orderId" = o."id" order by l."videoId") as "videos",
     (coalesce((select sum(r."creditedPence") from "Refund" r where r."paymentId" = p."id"), 0)
       + coalesce((select sum(d."creditedPence") from "Dispute" d where d."paymentId" = p."id"), 0))::int as "creditedPence",
     exists (select 1 from "Dispute" d where d."paymentId" = p."id" and d."status" = 'open') as "hasOpenDispute",
     (select r."wish" from "RefundRequest" r
       where r."orderId" = o."id" and r."status" = 'waiting' order by r."createdAt" desc limit 1) as "openWish"
    from page o
    join "Student" s on s."id" = o."studentId"
    left join "Payment" p on p."orderId" = o."id"
   order by o."createdAt" desc, o."id" desc`

export type OrderPage = { orders: OrderRow[]; next: Place | null }

/** Continues after the last order of the page before. */
const AFTER = '($2::timestamptz is null or (o."createdAt", o."id") < ($2, $3))'
const NEWEST_FIRST = 'order by o."createdAt" desc, o."id" desc'

/**
 * A page of orders, the newest first: all, or those found by name, address, document number, or an id of the shop or
 * Stripe. A page of a common word may be short or empty although older orders follow.
 */
export async function searchOrders(reader: Reader, search: Search): Promise<OrderPage> {
  const words = search.words.trim()
  if (words === '')
    return readPage(reader, search, { name: 'all', from: '"Order" o', where: 'true', values: [] })
  const found = await findByWords(reader, words)
  if (!found.isCommon) {
    const where = 'o."id" = any($4::text[])'
    return readPage(reader, search, { name: 'found', from: '"Order" o', where, values: [found.ids] })
  }
  const newest = `(select o.* from "Order" o where ${SHOWN[search.shown]} and ${AFTER} ${NEWEST_FIRST} limit ${MOST_READ}) o
    join "Student" s on s."id" = o."studentId"`
  const where = `(${STUDENT_WORDS} @@ search_query($4) or o."id" = any($5::text[])
    or (o."buyer" is not null and ${BUYER_WORDS} @@ search_query($4))
    or ${BY_CODE.replace('$1', '$4')} or ${BY_CARD.replace('$1', '$4')} or ${amountIn('$6')})`
  const page = await readPage(reader, search, {
    name: 'common',
    from: newest,
    where,
    values: [words, found.ids, penceIn(words)],
  })
  return page.next ? page : { ...page, next: await findEndOfRead(reader, search) }
}

/** The orders found; for common words only those found by a number. */
async function findByWords({ pool }: Reader, words: string): Promise<{ ids: string[]; isCommon: boolean }> {
  const { rows } = await pool.query<{ id: string; isExact: boolean }>({
    name: 'order-list-by-words',
    text: FOUND,
    values: [words, labelsLike(words), words, penceIn(words)],
  })
  const isCommon = rows.length > MOST_FOUND
  const ids = rows.filter(({ isExact }) => isExact || !isCommon).map(({ id }) => id)
  return { ids: [...new Set(ids)], isCommon }
}

type Source = { name: string; from: string; where: string; values: unknown[] }

async function readPage({ pool }: Reader, search: Search, source: Source): Promise<OrderPage> {
  const { shown, after, limit } = search
  const { rows } = await pool.query<OrderRow>({
    name: `order-list-${shown}-${source.name}`,
    text: `
      with page as (
        select o.* from ${source.from}
         where ${SHOWN[shown]} and ${AFTER} and ${source.where}
         ${NEWEST_FIRST} limit $1
      )
      ${ROWS_OF_PAGE}`,
    values: [limit + 1, after?.createdAt ?? null, after?.id ?? null, ...source.values],
  })
  const orders = rows.slice(0, limit)
  return { orders, next: rows.length > limit ? (orders.at(-1) ?? null) : null }
}

/** The last order that a page of a common word read; null where it read all. */
async function findEndOfRead({ pool }: Reader, { shown, after }: Search): Promise<Place | null> {
  const { rows } = await pool.query<Place>({
    name: `order-list-${shown}-end`,
    text: `select o."createdAt", o."id" from "Order" o
      where ${SHOWN[shown]} and ($1::timestamptz is null or (o."createdAt", o."id") < ($1, $2))
      ${NEWEST_FIRST} offset ${MOST_READ - 1} limit 1`,
    values: [after?.createdAt ?? null, after?.id ?? null],
  })
  return rows[0] ?? null
}

/** The largest that the column of amounts holds. */
const MOST_PENCE = 2 ** 31 - 1

/** "£54", "54.00" and "1,530.00" are amounts; bare figures are a number. */
function penceIn(words: string): number | null {
  const [, sign, pounds = '', rest] = /^(£?) ?(\d{1,3}(?:,\d{3})+|\d{1,6})(?:\.(\d\d))?$/.exec(words) ?? []
  if (sign === undefined || (sign === '' && rest === undefined)) return null
  const pence = Number(pounds.replaceAll(',', '')) * 100 + Number(rest ?? 0)
  return pence <= MOST_PENCE ? pence : null
}

/** Document numbers for "INV-000123" as typed, in small letters, or for its digits alone. */
function labelsLike(words: string): string[] {
  const parts = /^(?:(inv|cn)\W{0,3})?(\d{1,9})$/i.exec(words)
  if (!parts) return []
  const [, prefix, figures = ''] = parts
  const prefixes = prefix === undefined ? ['INV', 'CN'] : [prefix.toUpperCase()]
  return prefixes.map((each) => `${each}-${String(Number(figures)).padStart(6, '0')}`)
}

const MOST_ORDERS = 100

/** A student's orders, the newest first. */
export async function listOrdersOf({ pool }: Reader, studentId: string): Promise<OrderRow[]> {
  const { rows } = await pool.query<OrderRow>({
    name: 'order-list-of',
    text: `
      with page as (
        select o.* from "Order" o where o."studentId" = $1 order by o."createdAt" desc, o."id" desc limit ${MOST_ORDERS}
      ) ${ROWS_OF_PAGE}`,
    values: [studentId],
  })
  return rows
}

type StudentRow = {
  id: string
  username: string
  email: string
  verifiedAt: Date | null
  createdAt: Date
  orderCount: number
}

/** More would push the orders out of sight; a longer name finds fewer. */
export const MOST_STUDENTS = 8

/**
 * Students whose name, address or business begins with these words, buyers or not; the latest seen first. For common
 * words only the newest accounts are searched.
 */
export async function searchStudents({ pool }: Reader, words: string): Promise<StudentRow[]> {
  if (words.trim() === '') return []
  const { rows } = await pool.query<StudentRow>({
    name: 'order-list-students',
    text: `
      with matched as materialized (
        select s."id" from "Student" s
         where ${STUDENT_WORDS} @@ search_query($1) and s."erasedAt" is null limit ${MOST_FOUND + 1}
      ),
      common as materialized (select count(*) > ${MOST_FOUND} as "is" from matched),
      latest as (
        select s."id" from "Student" s
         where not (select "is" from common) and s."id" in (select "id" from matched)
         order by s."lastSeenAt" desc, s."id" limit ${MOST_STUDENTS + 1}
      ),
      newest as (
        select s."id"
          from (select * from "Student" where (select "is" from common) order by "id" desc limit ${MOST_READ}) s
         where ${STUDENT_WORDS} @@ search_query($1) and s."erasedAt" is null
         order by s."id" desc limit ${MOST_STUDENTS + 1}
      )
      select s."id", s."username", s."email", s."verifiedAt", s."createdAt",
             (select count(*) from "Order" o where o."studentId" = s."id" and o."status" = 'paid')::int as "orderCount"
        from "Student" s where s."id" in (select "id" from latest union all select "id" from newest)
       order by s."lastSeenAt" desc, s."id"`,
    values: [words],
  })
  return rows
}
