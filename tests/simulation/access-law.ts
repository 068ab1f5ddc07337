import { z } from 'zod'
import type { Actors } from './actors.ts'
import type { Broken } from './laws.ts'
import { bearer } from './people.ts'
import type { Sale, Student } from './students.ts'
import type { World } from './world.ts'

const RENEWAL_MS = 15 * 24 * 60 * 60_000
/** Around the end of a renewed term, whose months count from the first one, nothing is judged. */
const VAGUE_MS = 3 * 24 * 60 * 60_000

type Bought = { paidAt: Date; months: number; closedAt: Date | null }

/** What opened a video, oldest first. It closes with the refund of its line or of all the money, or with a lost dispute. */
const BOUGHT = `
  select o."paidAt", case when o."isBundle" then o."bundleMonths" else o."singleMonths" end as months,
    case when (select coalesce(sum(r."amountPence"), 0) from "Refund" r where r."paymentId" = p.id
        and r.status in ('pending', 'succeeded')) >= p."amountPence"
      or exists (select 1 from "Refund" r join "RefundLine" x on x."refundId" = r.id
        where x."orderLineId" = l.id and r.status in ('pending', 'succeeded'))
      or exists (select 1 from "Dispute" d where d."paymentId" = p.id and d.status = 'lost')
    then coalesce((select min(r."createdAt") from "Refund" r where r."paymentId" = p.id), o."paidAt") end as "closedAt"
  from "Payment" p join "Order" o on o.id = p."orderId" join "OrderLine" l on l."orderId" = o.id
  where o."studentId" = $1 and l."videoId" = $2 and p.status = 'paid' and o.status = 'paid' order by o."paidAt"`

/** Months at London wall time, as PostgreSQL counts them. */
const PLUS_MONTHS = `select ((($1::timestamptz at time zone 'Europe/London') + make_interval(months => $2)) at time zone 'Europe/London') as at`

const accessAnswer = z.object({ hasAccess: z.boolean() })

/** From the outside: who paid and was not paid back may open the video now; who was may not, unless bought again. */
export async function checkAccess(world: World, actors: Actors): Promise<Broken[]> {
  const broken: Broken[] = []
  const seen = new Set<string>()
  for (const sale of actors.sales.values()) {
    for (const videoId of sale.videoIds) {
      const key = `${sale.buyer.email}:${videoId}`
      if (seen.has(key)) continue
      seen.add(key)
      const wanted = await findOut(world, sale, videoId)
      if (wanted === 'vague') continue
      const answer = await askForAccess(actors, sale.buyer, videoId)
      if (!answer) {
        broken.push({ law: 'who paid can sign in', detail: sale.buyer.email })
        break
      }
      const { status, body } = answer
      const found = accessAnswer.safeParse(body).data?.hasAccess === true ? 'open' : 'closed'
      if (status === 200 && found === wanted) continue
      const law = wanted === 'open' ? 'no access missing with payment' : 'no access without payment'
      broken.push({
        law,
        detail: `${sale.buyer.email}, video ${videoId} (${sale.intentId}): ${status}, ${found}`,
      })
    }
  }
  return broken
}

/** A session may end between two requests: its days are those between two quiet days. Null where sign-in fails. */
async function askForAccess({ ask, signIn }: Actors, buyer: Student, videoId: number) {
  for (let again = false; ; again = true) {
    if (!(await signIn(buyer))) return null
    const path = `/api/users/${buyer.userId}/videos/${videoId}/access`
    const answer = await ask(path, { headers: bearer(buyer) })
    if (answer.status !== 401 || again) return answer
  }
}

/** A term begins with its payment or, within the last days of another, where that one ends. */
async function findOut(
  { db, clock }: World,
  { buyer }: Sale,
  videoId: number,
): Promise<'open' | 'closed' | 'vague'> {
  const now = clock.now().getTime()
  const { rows } = await db.query<Bought>(BOUGHT, [buyer.userId, videoId])
  const terms: { end: number; isRenewal: boolean; start: number; closedAt: Date | null }[] = []
  for (const { paidAt, months, closedAt } of rows) {
    const standing = terms.filter((term) => !term.closedAt || term.closedAt > paidAt)
    const last = Math.max(0, ...standing.map(({ end }) => end))
    const isRenewal = last > paidAt.getTime() && last - paidAt.getTime() < RENEWAL_MS
    const start = isRenewal ? last : paidAt.getTime()
    const found = await db.query<{ at: Date }>(PLUS_MONTHS, [new Date(start), months])
    terms.push({ start, end: found.rows[0]?.at.getTime() ?? start, isRenewal, closedAt })
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
