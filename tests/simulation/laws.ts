import { z } from 'zod'
import type { Actors } from './actors.ts'
import type { World } from './world.ts'

/** A law that does not hold, and what shows it. */
export type Broken = { law: string; detail: string }

/** Rows that contradict a law; none where it holds. They hold at any moment, in the middle of every fault. */
const BOOKS: Readonly<Record<string, string>> = {
  'an order is the sum of its lines': `select o.id from "Order" o where o."totalPence" <>
    (select sum(l."grossPence") from "OrderLine" l where l."orderId" = o.id) or o."exVatPence" + o."vatPence" <> o."totalPence"`,
  'a paid order has one payment of its sum, and one first invoice of it': `select o.id from "Order" o where o.status = 'paid' and (
    (select count(*) from "Payment" p where p."orderId" = o.id and p.status = 'paid' and p."amountPence" = o."totalPence") <> 1
    or (select count(*) from "Document" d where d."orderId" = o.id and d.kind = 'invoice') < 1
    or (select (d.details->'totals'->>'grossPence')::int from "Document" d where d."orderId" = o.id and d.kind = 'invoice'
        order by d.number limit 1) <> o."totalPence")`,
  'an order that is not paid has no invoice and opens nothing': `select o.id from "Order" o where o.status <> 'paid' and (
    exists (select 1 from "Document" d where d."orderId" = o.id) or exists (select 1 from "Entitlement" e where e."orderId" = o.id))`,
  'numbers of documents have no gap and no double': `select s.key as id from "DocumentSeries" s where s."lastNumber" <>
    (select count(distinct d.number) from "Document" d where d."seriesKey" = s.key)`,
  'what was refunded has credit notes of its sum': `select p."orderId" as id from "Payment" p where
    (select coalesce(sum(r."creditedPence"), 0) from "Refund" r where r."paymentId" = p.id and r.status in ('pending', 'succeeded')) <>
    (select coalesce(sum((d.details->'totals'->>'grossPence')::int), 0) from "Document" d where d."orderId" = p."orderId" and d.kind = 'creditNote')`,
  'commission is earned once a buyer, and never more is taken back': `select c.id from "Commission" c where
    (select count(*) from "LedgerEntry" e where e."commissionId" = c.id and e.kind = 'earned') <> 1
    or (select sum(e."amountPence") from "LedgerEntry" e where e."commissionId" = c.id) < 0`,
  'no ledger entry is paid twice': `select x."entryId" as id from "PayoutEntry" x join "Payout" p on p.id = x."payoutId"
    where p.status <> 'void' group by 1 having count(*) > 1`,
  'a payout is the sum of its entries, with one document once it is paid': `select p.id from "Payout" p where p.status <> 'void' and (
    p."payoutPence" <> (select sum(e."amountPence") from "PayoutEntry" x join "LedgerEntry" e on e.id = x."entryId" where x."payoutId" = p.id)
    or (p.status = 'paid') <> ((select count(*) from "Document" d where d."payoutId" = p.id) = 1))`,
}

/** What every simulated day has to leave behind, whatever happened in it. */
export async function checkDay(world: World, actors: Actors): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const [law, statement] of Object.entries(BOOKS)) {
    const { rows } = await world.db.query<{ id: string }>(statement)
    if (rows.length > 0) broken.push({ law, detail: rows.map(({ id }) => id).join(', ') })
  }
  const lost = world.processes.lost().map((name) => ({ law: 'no process ends by itself', detail: name }))
  return [
    ...broken,
    ...lost,
    ...checkAnswers(actors),
    ...(await checkMails(world)),
    ...(await checkProgress(world, actors)),
  ]
}

function checkAnswers({ answers }: Actors): Broken[] {
  return answers
    .splice(0)
    .filter(({ status, hasRetryAfter }) => status >= 500 && !(status === 503 && hasRetryAfter))
    .map(({ status, path }) => ({
      law: 'no answer of 500 or above but 503 with Retry-After',
      detail: `${status} ${path}`,
    }))
}

/**
 * A mail carries its row's own Message-ID: the same one twice is one reason told twice. An alert alone may come as often
 * as it was claimed: it goes past the outbox, and a process that dies or stalls while it sends leaves it to the next.
 */
async function checkMails({ mail, db }: World): Promise<Broken[]> {
  const { rows } = await db.query<{ id: string; attempts: number }>('select id, attempts from "AlertNotice"')
  const claims = new Map(rows.map(({ id, attempts }) => [id, attempts]))
  const counts = new Map<string, number>()
  for (const { id } of mail.received) counts.set(id, (counts.get(id) ?? 0) + 1)
  const isTooOften = ({ id }: { id: string }) => (counts.get(id) ?? 0) > (claims.get(rowOf(id)) ?? 1)
  return mail.received.filter(isTooOften).map(({ id, to, subject }) => {
    return { law: 'one mail for each reason', detail: `${subject} to ${to} came ${counts.get(id)} times` }
  })
}

/** `<row@host>` */
const rowOf = (messageId: string) => messageId.replace(/^<|@.*$/g, '')

async function checkProgress({ db }: World, { buyers }: Actors): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const buyer of buyers.values()) {
    for (const [videoId, percent] of buyer.watched) {
      const { rows } = await db.query<{ percent: number }>(
        'select percent from "Progress" where "studentId" = $1 and "videoId" = $2',
        [buyer.userId, videoId],
      )
      if (rows[0]?.percent === percent) continue
      const detail = `${buyer.email}, video ${videoId}: ${percent} was saved, ${rows[0]?.percent ?? 'nothing'} is kept`
      broken.push({ law: 'no watch progress acknowledged and lost', detail })
    }
  }
  return broken
}

/** What is still on its way: while there is any, the shop is given time. Each needs no person. */
export const ON_ITS_WAY: Readonly<Record<string, string>> = {
  'mails that wait': `select template as id from "OutboxMessage" where status in ('queued', 'sending')`,
  'events not handled': `select type as id from "StripeEvent" where "processedAt" is null`,
  'refunds not settled': `select id from "Refund" where status in ('requested', 'waiting')`,
  'payments not settled': `select p."orderId" as id from "Payment" p join "Order" o on o.id = p."orderId"
    where p.status = 'processing' or (p.status = 'paid' and (p."feeIsEstimate" or o.status = 'open'))`,
}

/** After a quiet time nothing is left on its way, and Stripe's books are the shop's. */
export async function checkSettled(world: World, actors: Actors): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const [what, statement] of Object.entries(ON_ITS_WAY)) {
    const { rows } = await world.db.query<{ id: string }>(statement)
    if (rows.length > 0)
      broken.push({ law: 'nothing is stuck', detail: `${what}: ${rows.map(({ id }) => id).join(', ')}` })
  }
  return [
    ...broken,
    ...(await checkStripe(world)),
    ...(await checkAccess(world, actors)),
    ...(await checkReasons(world)),
  ]
}

async function checkStripe({ stripe, db }: World): Promise<Broken[]> {
  const broken: Broken[] = []
  for await (const charge of stripe.charges.list({ limit: 100 })) {
    if (!charge.paid) continue
    const intentId = typeof charge.payment_intent === 'string' ? charge.payment_intent : ''
    const { rows } = await db.query<{ paid: number; refunded: number }>(
      `select case when status = 'paid' then "amountPence" else 0 end as paid, "refundedPence" as refunded
       from "Payment" where "intentId" = $1`,
      [intentId],
    )
    if (rows[0]?.paid === charge.amount && rows[0].refunded === charge.amount_refunded) continue
    const shop = rows[0] ? `${rows[0].paid} paid and ${rows[0].refunded} refunded` : 'nothing'
    const detail = `${intentId}: Stripe has ${charge.amount} and ${charge.amount_refunded} back, the shop ${shop}`
    broken.push({ law: "Stripe's books are the shop's", detail })
  }
  return broken
}

const accessAnswer = z.object({ hasAccess: z.boolean() })

/** From the outside: who paid and was not paid back may open the video now; who was may not, unless bought again. */
async function checkAccess({ db, clock }: World, { sales, ask }: Actors): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const { buyer, videoIds, intentId } of sales.values()) {
    const videoId = videoIds[0]
    const { rows } = await db.query<{ isOpen: boolean }>(
      `select exists (select 1 from "Payment" p join "Order" o on o.id = p."orderId" join "OrderLine" l on l."orderId" = o.id
         where o."studentId" = $1 and l."videoId" = $2 and p.status = 'paid' and o.status = 'paid'
           and ((o."paidAt" at time zone 'Europe/London') + make_interval(months => case when o."isBundle" then o."bundleMonths" else o."singleMonths" end))
             at time zone 'Europe/London' > $3
           and not exists (select 1 from "Refund" r join "RefundLine" x on x."refundId" = r.id
             where x."orderLineId" = l.id and r.status in ('pending', 'succeeded'))) as "isOpen"`,
      [buyer.userId, videoId, clock.now()],
    )
    const { status, body } = await ask(`/api/users/${buyer.userId}/videos/${videoId}/access`, {
      headers: { authorization: `Bearer ${buyer.token}` },
    })
    const isOpen = accessAnswer.safeParse(body).data?.hasAccess
    if (status !== 200 || isOpen === rows[0]?.isOpen) continue
    const detail = `${buyer.email}, video ${videoId} (${intentId}): ${isOpen ? 'open' : 'closed'} where ${rows[0]?.isOpen ? 'it is paid' : 'it is not paid'}`
    broken.push({ law: 'access if and only if it is paid', detail })
  }
  return broken
}

/** Each paid order has had its one confirmation, as the mail server saw it, or the list says that it may have arrived. */
async function checkReasons({ db, mail }: World): Promise<Broken[]> {
  const { rows } = await db.query<{ id: string; messageId: string | null; status: string | null }>(
    `select o.id, m."messageId", m.status from "Order" o left join "OutboxMessage" m on m."dedupeKey" = 'purchase:' || o.id
     where o.status = 'paid'`,
  )
  const delivered = new Set(mail.received.map(({ id }) => id))
  return rows
    .filter(({ messageId, status }) => status !== 'unknown' && !delivered.has(messageId ?? ''))
    .map(({ id, status }) => ({
      law: 'one mail for each reason',
      detail: `order ${id} was not confirmed (${status})`,
    }))
}
