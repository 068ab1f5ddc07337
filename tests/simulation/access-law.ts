import { z } from 'zod'
import type { Actors } from './actors.ts'
import type { Broken } from './laws.ts'
import { bearer } from './people.ts'
import type { Student } from './students.ts'
import type { World } from './world.ts'

const RENEWAL_MS = 15 * 24 * 60 * 60_000
/** Around the end of a renewed term, whose months count from the first one, nothing is judged. */
const VAGUE_MS = 3 * 24 * 60 * 60_000

type Bought = { key: string; paidAt: Date; months: number; endsAt: Date; closedAt: Date | null }

/**
 * What opened each buyer's videos, oldest first, and when its term ends if it began at once. It closes with the refund of its line
 * or of all the money, or with a lost dispute. An order that costs nothing has no payment.
 */
const BOUGHT = `
  select o."studentId" || ':' || l."videoId" as key, o."paidAt", m.months,
    ((o."paidAt" at time zone 'Europe/London') + make_interval(months => m.months)) at time zone 'Europe/London' as "endsAt",
    case when (select coalesce(sum(r."amountPence"), 0) from "Refund" r where r."paymentId" = p.id
        and r.status in ('pending', 'succeeded')) >= p."amountPence"
      or exists (select 1 from "Refund" r join "RefundLine" x on x."refundId" = r.id
        where x."orderLineId" = l.id and r.status in ('pending', 'succeeded'))
      or exists (select 1 from "Dispute" d where d."paymentId" = p.id and d.status = 'lost')
    then coalesce((select min(r."createdAt") from "Refund" r where r."paymentId" = p.id), o."paidAt") end as "closedAt"
  from "Order" o left join "Payment" p on p."orderId" = o.id join "OrderLine" l on l."orderId" = o.id
  cross join lateral (select case when o."isBundle" then o."bundleMonths" else o."singleMonths" end as months) m
  where o.status = 'paid' and (p.status = 'paid' or o."totalPence" = 0) order by o."paidAt"`

/** Months at London wall time, as PostgreSQL counts them. */
const PLUS_MONTHS = `select ((($1::timestamptz at time zone 'Europe/London') + make_interval(months => $2)) at time zone 'Europe/London') as at`

const accessAnswer = z.object({ hasAccess: z.boolean() })

/**
 * From the outside: who paid and was not paid back may open the video now; who was may not, unless bought again. Where not
 * all is asked for, what has changed since it was.
 */
export async function checkAccess(world: World, actors: Actors, asksForAll: boolean): Promise<Broken[]> {
  const broken: Broken[] = []
  const seen = new Set<string>()
  const signedIn = new Set<Student>()
  const bought = await findBought(world)
  const entitled = await findEntitled(world)
  for (const sale of actors.sales.values()) {
    for (const videoId of sale.videoIds) {
      const key = `${sale.buyer.email}:${videoId}`
      if (seen.has(key)) continue
      seen.add(key)
      const row = `${sale.buyer.userId}:${videoId}`
      const wanted = await findOut(world, bought.get(row) ?? [])
      if (wanted === 'vague') continue
      const state = `${row} ${wanted} ${entitled.get(row)}`
      if (!asksForAll && actors.answeredWell.get(key) === state) continue
      const answer = await askForAccess(actors, { buyer: sale.buyer, videoId, signedIn })
      if (!answer) {
        broken.push({ law: 'who paid can sign in', detail: sale.buyer.email })
        break
      }
      const { status, body } = answer
      const found = accessAnswer.safeParse(body).data?.hasAccess === true ? 'open' : 'closed'
      if (status === 200 && found === wanted) {
        actors.answeredWell.set(key, state)
        continue
      }
      const law = wanted === 'open' ? 'no access missing with payment' : 'no access without payment'
      broken.push({
        law,
        detail: `${sale.buyer.email}, video ${videoId} (${sale.intentId}): ${status}, ${found}`,
      })
    }
  }
  return broken
}

type Question = { buyer: Student; videoId: number; signedIn: Set<Student> }

/** Each buyer signs in once; a session may end between two requests: its days are those between two quiet days. Null where sign-in fails. */
async function askForAccess({ ask, signIn }: Actors, { buyer, videoId, signedIn }: Question) {
  for (let again = false; ; again = true) {
    if ((again || !signedIn.has(buyer)) && !(await signIn(buyer))) return null
    signedIn.add(buyer)
    const path = `/api/users/${buyer.userId}/videos/${videoId}/access`
    const answer = await ask(path, { headers: bearer(buyer) })
    if (answer.status !== 401 || again) return answer
  }
}

/** What the rows of each buyer and video say now: while that stays, and what is wanted, the shop's answer does. */
async function findEntitled({ db }: World): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ key: string; digest: string }>(
    `select "studentId" || ':' || "videoId" as key, md5(string_agg(row_to_json(e)::text, ',' order by id)) as digest
     from "Entitlement" e group by 1`,
  )
  return new Map(rows.map(({ key, digest }) => [key, digest]))
}

/** By buyer and video. */
export async function findBought({ db }: Pick<World, 'db'>): Promise<ReadonlyMap<string, Bought[]>> {
  const found = new Map<string, Bought[]>()
  const { rows } = await db.query<Bought>(BOUGHT)
  for (const row of rows) found.set(row.key, [...(found.get(row.key) ?? []), row])
  return found
}

async function addMonths(db: World['db'], start: number, months: number): Promise<number> {
  const { rows } = await db.query<{ at: Date }>(PLUS_MONTHS, [new Date(start), months])
  return rows[0]?.at.getTime() ?? start
}

/** A term begins with its payment or, within the last days of another, where that one ends. */
export async function findOut(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  bought: readonly Bought[],
): Promise<'open' | 'closed' | 'vague'> {
  const now = clock.now().getTime()
  const terms: { end: number; isRenewal: boolean; start: number; closedAt: Date | null }[] = []
  for (const { paidAt, months, endsAt, closedAt } of bought) {
    const standing = terms.filter((term) => !term.closedAt || term.closedAt > paidAt)
    const last = Math.max(0, ...standing.map(({ end }) => end))
    const isRenewal = last > paidAt.getTime() && last - paidAt.getTime() < RENEWAL_MS
    const start = isRenewal ? last : paidAt.getTime()
    const end = isRenewal ? await addMonths(db, start, months) : endsAt.getTime()
    terms.push({ start, end, isRenewal, closedAt })
  }
  const open = terms.filter((term) => !term.closedAt)
  if (
    open.some(
      ({ end, start, isRenewal }) => isRenewal && [start, end].some((at) => Math.abs(at - now) < VAGUE_MS),
    )
  )
    return 'vague'
  return open.some(({ start, end }) => start <= now && now < end) ? 'open' : 'closed'
}
