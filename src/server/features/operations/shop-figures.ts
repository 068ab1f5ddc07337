import type { Deps } from '#server/deps.ts'
import { MOST_EVENT_ATTEMPTS } from '#server/features/payments/stripe-events.ts'
import { WATCHED_PARTS, type WatchedPart } from '#shared/operations/monitored-parts.ts'

/** What an operator watches of the shop's own work; ages in seconds, 0 where nothing waits. */
export type ShopFigures = {
  mailsWaiting: number
  /** Since the oldest that waits was written, be it for another try. */
  oldestMailAge: number
  mailsFailed: number
  campaignsSending: number
  campaignsPaused: number
  campaignMailsWaiting: number
  eventsWaiting: number
  oldestEventAge: number
  /** Null where none was ever made. */
  backupAge: number | null
  openAlerts: readonly WatchedPart[]
}

type Row = Omit<ShopFigures, 'openAlerts' | 'oldestMailAge' | 'oldestEventAge' | 'backupAge'> & {
  oldestMailAt: Date | null
  oldestEventAt: Date | null
  backupAt: Date | null
  alerts: string[]
}

/** One statement, because it is asked for every few seconds. */
const STATEMENT = `select
  mails."waiting" as "mailsWaiting", mails."oldest" as "oldestMailAt",
  (select count(*)::int from "OutboxMessage" where "status" in ('failed', 'unknown') and "dismissedAt" is null) as "mailsFailed",
  (select count(*)::int from "Campaign" where "status" = 'sending') as "campaignsSending",
  (select count(*)::int from "Campaign" where "status" = 'paused') as "campaignsPaused",
  (select count(*)::int from "CampaignRecipient" recipient join "Campaign" campaign on campaign."id" = recipient."campaignId"
    where campaign."status" = 'sending' and recipient."state" in ('queued', 'sending')) as "campaignMailsWaiting",
  events."waiting" as "eventsWaiting", events."oldest" as "oldestEventAt",
  (select max("startedAt") from "BackupRun" where "kind" = 'backup' and "finishedAt" is not null and "error" is null) as "backupAt",
  array(select "key" from "Alert" where "closedAt" is null) as "alerts"
from
  (select count(*)::int as "waiting", min("createdAt") as "oldest" from "OutboxMessage"
    where "status" in ('queued', 'sending')) mails,
  (select count(*)::int as "waiting", min("receivedAt") as "oldest"
    from "StripeEvent" where "processedAt" is null and "attempts" < $1) events`

/** @throws where the database does not answer */
export async function findFigures({ pool, clock }: Pick<Deps, 'pool' | 'clock'>): Promise<ShopFigures> {
  const now = clock.now()
  const { rows } = await pool.query<Row>({
    name: 'shop-figures',
    text: STATEMENT,
    values: [MOST_EVENT_ATTEMPTS],
  })
  const [row] = rows
  if (!row) throw new Error('The figures have no row')
  const { oldestMailAt, oldestEventAt, backupAt, alerts, ...counts } = row
  const ageOf = (at: Date) => Math.max(0, (now.getTime() - at.getTime()) / 1_000)
  return {
    ...counts,
    oldestMailAge: oldestMailAt ? ageOf(oldestMailAt) : 0,
    oldestEventAge: oldestEventAt ? ageOf(oldestEventAt) : 0,
    backupAge: backupAt && ageOf(backupAt),
    openAlerts: WATCHED_PARTS.filter((part) => alerts.includes(part)),
  }
}
