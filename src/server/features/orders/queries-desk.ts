import type { Deps } from '#server/deps.ts'
import type { OrdersShown } from '#shared/schemas/admin-orders.ts'

type Reader = Pick<Deps, 'pool'>

/** One order in the list of the desk. */
export type DeskOrder = {
  id: string
  status: 'open' | 'paid' | 'cancelled'
  createdAt: Date
  paidAt: Date | null
  isBundle: boolean
  totalPence: number
  creditedPence: number
  hasOpenDispute: boolean
  films: string[]
  invoiceNumber: string | null
  studentId: string
  username: string
  email: string
}

type Place = { createdAt: Date; id: string }

type Search = { words: string; shown: OrdersShown; after: Place | null; limit: number }

const STUDENT_WORDS = `search_words(s."username" || ' ' || s."email" || ' ' || coalesce(s."businessName", ''))`
const BUYER_WORDS = `search_words(coalesce(o."buyer" ->> 'fullName', '') || ' ' || coalesce(o."buyer" ->> 'businessName', ''))`

/** Whose student or buyer is named like this, or whose own or paper's number it is: each arm has its index. */
const FOUND = `
  select o."id" from "Student" s join "Order" o on o."studentId" = s."id" where ${STUDENT_WORDS} @@ search_query($4)
  union
  select o."id" from "Order" o where o."buyer" is not null and ${BUYER_WORDS} @@ search_query($4)
  union
  select d."orderId" from "Document" d where d."label" = any($5::text[]) and d."orderId" is not null
  union
  select p."orderId" from "Payment" p where p."intentId" = $6 or p."chargeId" = $6
  union
  select o."id" from "Order" o where o."id" = $6`

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

/** What the list says of each order in `page`. */
const ROWS_OF_PAGE = `
  select o."id", o."status", o."createdAt", o."paidAt", o."isBundle", o."totalPence", o."studentId",
     s."username", s."email",
     (select d."label" from "Document" d
       where d."orderId" = o."id" and d."kind" = 'invoice' and d."cancelsId" is null) as "invoiceNumber",
     array(select l."title" from "OrderLine" l where l."orderId" = o."id" order by l."videoId") as "films",
     (coalesce((select sum(r."creditedPence") from "Refund" r where r."paymentId" = p."id"), 0)
       + coalesce((select sum(d."creditedPence") from "Dispute" d where d."paymentId" = p."id"), 0))::int as "creditedPence",
     exists (select 1 from "Dispute" d where d."paymentId" = p."id" and d."status" = 'open') as "hasOpenDispute"
    from page o
    join "Student" s on s."id" = o."studentId"
    left join "Payment" p on p."orderId" = o."id"
   order by o."createdAt" desc, o."id" desc`

/**
 * A page of orders, the newest first: all of them, or those found by the words of a name or an address, by the number
 * of a paper, or by an id of ours or Stripe's.
 */
export async function searchOrders({ pool }: Reader, search: Search): Promise<DeskOrder[]> {
  const { shown, after, limit } = search
  const words = search.words.trim()
  const found = words === '' ? '' : `and o."id" in (${FOUND})`
  const { rows } = await pool.query<DeskOrder>({
    name: `desk-orders-${shown}${found && '-found'}`,
    text: `
      with page as (
        select o.* from "Order" o
         where ${SHOWN[shown]} ${found}
           and ($2::timestamptz is null or (o."createdAt", o."id") < ($2, $3))
         order by o."createdAt" desc, o."id" desc limit $1
      )
      ${ROWS_OF_PAGE}`,
    values: [
      limit,
      after?.createdAt ?? null,
      after?.id ?? null,
      ...(found ? [words, labelsLike(words), words] : []),
    ],
  })
  return rows
}

/** "INV-000123" as typed, in small letters, or by its figures alone. */
function labelsLike(words: string): string[] {
  const parts = /^(?:(inv|cn)\W{0,3})?(\d{1,9})$/i.exec(words)
  if (!parts) return []
  const [, prefix, figures = ''] = parts
  const prefixes = prefix === undefined ? ['INV', 'CN'] : [prefix.toUpperCase()]
  return prefixes.map((each) => `${each}-${String(Number(figures)).padStart(6, '0')}`)
}

const MOST_ORDERS = 100

/** A student's orders, the newest first. */
export async function listOrdersOf({ pool }: Reader, studentId: string): Promise<DeskOrder[]> {
  const { rows } = await pool.query<DeskOrder>({
    name: 'desk-orders-of',
    text: `
      with page as (
        select o.* from "Order" o where o."studentId" = $1 order by o."createdAt" desc, o."id" desc limit ${MOST_ORDERS}
      ) ${ROWS_OF_PAGE}`,
    values: [studentId],
  })
  return rows
}

export type DeskStudent = {
  id: string
  username: string
  email: string
  verifiedAt: Date | null
  createdAt: Date
  orderCount: number
}

/** More would push the orders out of sight; who looks for one of many types more of the name. */
export const MOST_STUDENTS = 8

/** Students whose name, address or business begins with these words, also those who never bought; the latest seen first. */
export async function searchStudents({ pool }: Reader, words: string): Promise<DeskStudent[]> {
  if (words.trim() === '') return []
  const { rows } = await pool.query<DeskStudent>({
    name: 'desk-students',
    text: `
      with found as (
        select s."id", s."username", s."email", s."verifiedAt", s."createdAt", s."lastSeenAt" from "Student" s
         where ${STUDENT_WORDS} @@ search_query($1) and s."erasedAt" is null
         order by s."lastSeenAt" desc, s."id" limit ${MOST_STUDENTS + 1}
      )
      select f."id", f."username", f."email", f."verifiedAt", f."createdAt",
             (select count(*) from "Order" o where o."studentId" = f."id" and o."status" = 'paid')::int as "orderCount"
        from found f order by f."lastSeenAt" desc, f."id"`,
    values: [words],
  })
  return rows
}
