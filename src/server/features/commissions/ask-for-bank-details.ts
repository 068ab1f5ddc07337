import type { Deps, Tx } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { enqueueOutbox, queueMail } from '#server/features/mail/outbox.ts'
import { lockReferer } from '#server/features/referers/referers.ts'
import { Prisma } from '#server/infra/prisma/client.ts'
import { toIsoLondonDate } from '#shared/calendar/calendar.ts'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import type { Pence } from '#shared/money/money.ts'

const MOST_ROWS = 5_000

const ASKED = 'referer.bankAsked'

export type UnpaidReferer = {
  id: string
  name: string
  contactEmail: string
  unpaidPence: Pence
  endedAt: Date | null
  askedAt: Date | null
}

/** Referers with a payout's worth of unpaid commission and no bank details to pay it to, the most unpaid first. */
export function listMissingBank({ db }: Pick<Deps, 'db'>) {
  return findMissing(db)
}

/** How many of them there are. */
export async function countMissingBank({ db }: Pick<Deps, 'db'>): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    with ${selectMissing(null)} select count(*)::int as "count" from "missing"`
  return row?.count ?? 0
}

function findMissing(tx: Pick<Tx, '$queryRaw'>, refererId: string | null = null): Promise<UnpaidReferer[]> {
  return tx.$queryRaw<UnpaidReferer[]>`
    with ${selectMissing(refererId)}
    select r."id", r."name", r."contactEmail", r."endedAt", m."sum"::float8 as "unpaidPence", (
        select max("at") from "AuditEntry"
        where "subjectKind" = 'referer' and "subjectId" = r."id" and "action" = ${ASKED}
      ) as "askedAt"
    from "missing" m join "Referer" r using ("id") order by m."sum" desc, r."id" limit ${MOST_ROWS}`
}

/** "missing": the ids of such referers, or of one, with what is unpaid. */
function selectMissing(refererId: string | null) {
  return Prisma.sql`
      "earned" as (
        select "refererId", sum("amountPence") as "sum" from "LedgerEntry"
        where ${refererId}::text is null or "refererId" = ${refererId} group by 1
      ),
      "paidOut" as (
        select "refererId", sum("payoutPence") as "sum" from "Payout" where "status" = 'paid' group by 1
      ),
      "missing" as (
        select r."id", e."sum" - coalesce(p."sum", 0) as "sum"
        from "earned" e join "Referer" r on r."id" = e."refererId" left join "paidOut" p using ("refererId")
        where not r."hasWholeBank" and e."sum" - coalesce(p."sum", 0) >= ${minimumPayoutPence}
      )`
}

/**
 * Mails a referer for the bank details that their payout waits for; a second time on the same day changes nothing.
 *
 * @throws ShopError REFERER_NOT_FOUND; CONFLICT where nothing waits for them any more
 */
export async function askForBankDetails(
  deps: Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'queue' | 'log'>,
  { refererId, adminId }: { refererId: string; adminId: string },
): Promise<{ success: true }> {
  const outboxId = await deps.db.$transaction(async (tx) => {
    if (!(await lockReferer(tx, refererId))) throw new ShopError('REFERER_NOT_FOUND')
    const [referer] = await findMissing(tx, refererId)
    if (!referer) throw new ShopError('CONFLICT')
    const { name, contactEmail, unpaidPence, endedAt } = referer
    const id = await queueMail(tx, deps, {
      template: 'bank-details-wanted',
      to: contactEmail,
      props: { name, unpaidPence, hasPortal: endedAt === null },
      dedupeKey: `bankWanted:${refererId}:${toIsoLondonDate(deps.clock.now())}`,
    })
    if (id === null) return null
    await recordAudit(tx, deps, {
      actor: { kind: 'admin', id: adminId },
      action: ASKED,
      subject: { kind: 'referer', id: refererId },
      details: { unpaidPence },
    })
    return id
  })
  await enqueueOutbox(deps, [outboxId])
  return { success: true }
}
