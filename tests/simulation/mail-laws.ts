import type { Actors } from './actors.ts'
import type { Broken } from './laws.ts'
import type { World } from './world.ts'

/**
 * A mail carries its row's own Message-ID: the same one twice is one reason told twice. An alert alone may come as often
 * as it was claimed: it goes past the outbox, and a process that dies or stalls while it sends leaves it to the next.
 */
export async function checkDoubles({ mail, db }: World): Promise<Broken[]> {
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

/** After a quiet time: who is due a mail has it, with what it has to say, and no one has one that they did not want. */
export async function checkMails(world: World, actors: Actors): Promise<Broken[]> {
  return [
    ...(await checkConfirmations(world)),
    ...(await checkDocuments(world)),
    ...(await checkCampaigns(world)),
    ...(await checkReminders(world, actors)),
  ]
}

type Confirmation = {
  id: string
  email: string
  total: string
  messageId: string | null
  status: string | null
}

/** Each paid order has had its one confirmation, as the mail server saw it, or the list says that it may have arrived. */
async function checkConfirmations({ db, mail }: World): Promise<Broken[]> {
  const { rows } = await db.query<Confirmation>(
    `select o.id, s.email, '£' || (o."totalPence" / 100.0)::numeric(9,2)::text as total, m."messageId", m.status from "Order" o
     left join "OutboxMessage" m on m."dedupeKey" = 'purchase:' || o.id
     join "Student" s on s.id = o."studentId" where o.status = 'paid' and s."erasedAt" is null`,
  )
  const received = new Map(mail.received.map((one) => [one.id, one]))
  return rows.flatMap(({ id, email, total, messageId, status }) => {
    const one = received.get(messageId ?? '')
    if (!one) {
      if (status === 'unknown') return []
      return [{ law: 'no reason without its mail', detail: `order ${id} was not confirmed (${status})` }]
    }
    if (one.to === email && one.text.includes(total)) return []
    const detail = `order ${id} of ${total} by ${email}: to ${one.to}`
    return [{ law: 'a confirmation names the total to its buyer', detail }]
  })
}

type Mailed = { label: string; owner: string; messageId: string | null; status: string | null }

/** Each document was mailed, as a file, to the student or the club that it names. The mail of a payout that comes back may be deleted. */
async function checkDocuments({ db, mail }: World): Promise<Broken[]> {
  const { rows } = await db.query<Mailed>(
    `select d.label, coalesce(s.email, f."contactEmail") as owner, m."messageId", m.status from "Document" d
     left join "OutboxMessage" m on d.id = any (m."documentIds")
     left join "Student" s on s.id = d."studentId" left join "Referer" f on f.id = d."refererId"
     left join "Payout" p on p.id = d."payoutId"
     where s."erasedAt" is null and (p.id is null or p.status = 'paid')`,
  )
  const received = new Map(mail.received.map((one) => [one.id, one]))
  return rows
    .filter(({ label, owner, messageId, status }) => {
      const one = received.get(messageId ?? '')
      if (!one) return status !== 'unknown'
      return one.to !== owner || !one.files.includes(`${label}.pdf`)
    })
    .map(({ label, owner, status }) => {
      return { law: 'a document is mailed to whom it names', detail: `${label} of ${owner} (${status})` }
    })
}

/** Each address of a campaign has it, or the list says why not. */
async function checkCampaigns({ db, mail }: World): Promise<Broken[]> {
  const { rows } = await db.query<{ address: string; messageId: string; state: string }>(
    `select r.address, r."messageId", r.state from "CampaignRecipient" r join "Campaign" c on c.id = r."campaignId"
     where c.status = 'done'`,
  )
  const delivered = new Set(mail.received.map(({ id }) => id))
  return rows
    .filter(({ state, messageId }) => state === 'sent' && !delivered.has(messageId))
    .map(({ address }) => ({ law: 'a campaign reaches whom it names', detail: address }))
}

/** Terms that ended undisturbed, with no later one, and were not told of in the month before. */
const UNTOLD = `
  select s.email from "Entitlement" e join "Student" s on s.id = e."studentId"
  where e."expiresAt" < $1 and e."startsAt" < e."expiresAt" - interval '60 days' and e."revokedAt" is null and s."erasedAt" is null
    and not exists (select 1 from "Entitlement" later where later."studentId" = e."studentId"
      and later."videoId" = e."videoId" and later."expiresAt" > e."expiresAt" and later."startsAt" <= e."expiresAt")
    and not exists (select 1 from "Payment" p where p."orderId" = e."orderId" and (exists (select 1 from "Refund" r where r."paymentId" = p.id)
      or exists (select 1 from "Dispute" d where d."paymentId" = p.id)))
    and (not exists (select 1 from "OutboxMessage" m where m.template = 'access-expiring' and m."toAddress" = s.email
        and m."createdAt" > e."expiresAt" - interval '31 days' and m."createdAt" < e."expiresAt")
      or not exists (select 1 from "Reminder" r where r.kind like 'closing-%'
        and r."subjectId" = e.id || ':' || (extract(epoch from e."expiresAt") * 1000)::bigint))`

/** More than three mails for each of a student's terms, all together. */
const TOLD_TOO_OFTEN = `
  select s.email from "Student" s where s."erasedAt" is null
    and (select count(*) from "OutboxMessage" m where m.template = 'access-expiring' and m."toAddress" = s.email)
      > 3 * (select count(*) from "Entitlement" e where e."studentId" = s.id)`

async function checkReminders({ db, clock }: World, { unsubscribed }: Actors): Promise<Broken[]> {
  const { rows: untold } = await db.query<{ email: string }>(UNTOLD, [clock.now()])
  const { rows: often } = await db.query<{ email: string }>(TOLD_TOO_OFTEN)
  const { rows: unwanted } = await db.query<{ email: string; template: string }>(
    `select m."toAddress" as email, m.template from "OutboxMessage" m
     left join unnest($1::text[], $2::timestamptz[]) as u(email, since) on u.email = m."toAddress"
     where m.template = 'basket-left' or (m.template = 'films-waiting' and m."createdAt" > u.since + interval '1 minute')`,
    [[...unsubscribed.keys()], [...unsubscribed.values()]],
  )
  return [
    ...untold.map(({ email }) => ({ law: 'a term that ends is told before', detail: email })),
    ...often.map(({ email }) => ({ law: 'a term that ends is told three times at most', detail: email })),
    // No one in the simulation asks for news.
    ...unwanted.map(({ email, template }) => ({
      law: 'no reminder for who does not want any',
      detail: `${template} to ${email}`,
    })),
  ]
}
