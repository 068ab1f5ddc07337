import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import { type Pence, pence } from '#shared/money/money.ts'
import type { Movement } from './clearing-account.ts'

type Reader = Pick<Tx, '$queryRaw'>

/** More than one payout of this shop has. */
const MOST_LINES = 10_000

/** Balance transactions with what the books know of their source: charge, refund, dispute or payout. */
const MOVEMENTS = Prisma.sql`
  select t."id" as "transactionId", t."payoutId", t."category", t."currency", t."description", t."sourceId",
    t."createdAt" as "at", t."amountPence", t."feePence", t."netPence", coalesce(p."orderId", i."orderId") as "orderId",
    (select v."label" from "Document" v where v."orderId" = coalesce(p."orderId", i."orderId")
      and v."kind" = 'invoice' and v."cancelsId" is null) as "invoiceNumber",
    c."id" is not null or r."id" is not null or d."id" is not null or o."id" is not null as "isBooked",
    coalesce(c."amountPence", r."amountPence", d."amountPence", o."amountPence") as "bookedPence",
    case when not c."feeIsEstimate" then c."feePence" end as "bookedFeePence"
  from "BalanceTransaction" t
  left join "Payment" c on c."chargeId" = t."sourceId"
  left join "Refund" r on r."stripeRefundId" = t."sourceId"
  left join "Dispute" d on d."stripeDisputeId" = t."sourceId"
  left join "StripePayout" o on o."id" = t."sourceId"
  left join "Payment" p on p."id" = coalesce(c."id", r."paymentId", d."paymentId")
  left join "Payment" i on i."intentId" = t."intentId"`

type MovementRow = Omit<Movement, 'booked'> & {
  isBooked: boolean
  bookedPence: Pence | null
  bookedFeePence: Pence | null
}

function toMovement({ isBooked, bookedPence, bookedFeePence, ...row }: MovementRow): Movement {
  const booked = isBooked ? { amountPence: pence(bookedPence ?? 0), feePence: bookedFeePence } : null
  return { ...row, booked }
}

/** Everything in a payout, the oldest first; its own transaction is last. */
export async function listPayoutLines(db: Reader, payoutId: string): Promise<Movement[]> {
  const rows = await db.$queryRaw<MovementRow[]>`
    ${MOVEMENTS} where t."payoutId" = ${payoutId}
    order by t."category" = 'payout', t."createdAt", t."id" limit ${MOST_LINES}`
  return rows.map(toMovement)
}

/** Transactions before a moment that the books may not explain: a wider net than `explainMovement`, the oldest first. */
export async function listDoubtfulMovements(
  db: Reader,
  { before, limit }: { before: Date; limit: number },
): Promise<Movement[]> {
  const rows = await db.$queryRaw<MovementRow[]>`
    with "movement" as (${MOVEMENTS} where t."createdAt" < ${before})
    select * from "movement"
    where "category" <> 'fee' and (not "isBooked" or "orderId" is null and "category" not in ('payout', 'payout_reversal')
      or abs("amountPence") <> abs("bookedPence") or "bookedFeePence" <> "feePence") or "currency" <> 'gbp'
    order by "at", "transactionId" limit ${limit}`
  return rows.map(toMovement)
}

export type UnseenBooking = { orderId: string; sourceId: string; amountPence: Pence }

/** Charges, refunds and disputes of the books that Stripe's balance does not have, made before a moment. */
export function listUnseenBookings(db: Reader, { before, limit }: { before: Date; limit: number }) {
  return db.$queryRaw<UnseenBooking[]>`
    with "booked" as (
      select "orderId", "chargeId" as "sourceId", "amountPence", "paidAt" as "at" from "Payment" where "status" = 'paid'
      union all
      select p."orderId", r."stripeRefundId", r."amountPence", r."createdAt" from "Refund" r
        join "Payment" p on p."id" = r."paymentId" where r."status" = 'succeeded'
      union all
      select p."orderId", d."stripeDisputeId", d."takenPence", d."openedAt" from "Dispute" d
        join "Payment" p on p."id" = d."paymentId" where d."takenPence" > 0
    )
    select "orderId", "sourceId", "amountPence" from "booked" b
    where "at" < ${before} and "sourceId" is not null
      and not exists (select 1 from "BalanceTransaction" t where t."sourceId" = b."sourceId")
    order by "at", "sourceId" limit ${limit}`
}

/** A payout with the sum of its lines, its own transaction left out. */
export type PayoutSums = {
  id: string
  amountPence: Pence
  status: 'pending' | 'inTransit' | 'paid' | 'failed' | 'cancelled'
  isAutomatic: boolean
  failure: string | null
  createdAt: Date
  arrivesAt: Date
  isListed: boolean
  linesPence: Pence
  lineCount: number
  /** The payout with which the money of one that failed left again. */
  paidAgainWith: string | null
}

type Wanted = { id?: string; onlyDoubtful?: boolean; offset?: number; limit: number }

/** Payouts, the newest first: of one page, those that are doubtful, or one by its id. */
export function listPayouts(
  db: Reader,
  { id = '', onlyDoubtful = false, offset = 0, limit }: Wanted,
): Promise<PayoutSums[]> {
  return db.$queryRaw<PayoutSums[]>`
    with "sums" as (
      select p."id", p."amountPence", p."status", p."isAutomatic", p."failure", p."createdAt", p."arrivesAt",
        p."listedAt" is not null as "isListed", coalesce(sum(t."netPence"), 0)::float8 as "linesPence",
        count(t."id")::int as "lineCount",
        (select r."payoutId" from "BalanceTransaction" r where r."sourceId" = p."id" and r."category" = 'payout_reversal'
          order by r."createdAt" limit 1) as "paidAgainWith"
      from "StripePayout" p
      left join "BalanceTransaction" t on t."payoutId" = p."id" and t."sourceId" is distinct from p."id"
      where ${id} = '' or p."id" = ${id}
      group by p."id"
    )
    select * from "sums"
    where not ${onlyDoubtful} or "status" = 'failed' and "paidAgainWith" is null
      or "isListed" and "linesPence" <> "amountPence"
    order by "createdAt" desc, "id" desc offset ${offset} limit ${limit}`
}

/** @throws ShopError NOT_FOUND */
export async function getPayout(db: Reader, id: string): Promise<PayoutSums> {
  const [payout] = await listPayouts(db, { id, limit: 1 })
  if (!payout) throw new ShopError('NOT_FOUND')
  return payout
}

/** All transactions as sums by category and by whether they were paid out: as good as all rows for the clearing account. */
export function sumBalance(db: Reader) {
  return db.$queryRaw<
    { category: string; payoutId: string | null; amountPence: Pence; feePence: Pence; netPence: Pence }[]
  >`
    select "category", case when "payoutId" is not null then 'paid' end as "payoutId",
      sum("amountPence")::float8 as "amountPence", sum("feePence")::float8 as "feePence",
      sum("netPence")::float8 as "netPence"
    from "BalanceTransaction" group by 1, 2`
}

/** Until when the balance was read; null: never. */
export async function findReadUntil({ db }: Pick<Deps, 'db'>): Promise<Date | null> {
  const read = await db.balanceRead.findUnique({ where: { id: 1 }, select: { until: true } })
  return read?.until ?? null
}
