import type { Deps } from '#server/deps.ts'
import { hashToken, newToken } from '#server/infra/ids.ts'
import { REFUSED_SQL } from './audience.ts'

/** A recipient claimed by this worker, marked `sending`. */
export type Claimed = { id: string; address: string; messageId: string; attempts: number; token: string }

/** The outcome of one delivery. */
export type Result = {
  id: string
  attempts: number
  state: 'sent' | 'failed' | 'unknown' | 'queued'
  sentAt: Date | null
  error: string | null
  nextAttemptAt: Date | null
}

export type RoundInput = {
  campaignId: string
  runnerId: string
  /** Results of the last round, written before the next recipients are claimed. */
  results: readonly Result[]
  /** How many recipients to claim; 0 only writes the results. */
  want: number
  /** Whether the reserved time of an earlier call has come: the rate already counts these mails. */
  isTurn?: boolean
  /** Recipients up to this id were handled. */
  cursor: string
}

export type Round = {
  claimed: Claimed[]
  /** How many were skipped because they opted out or bounced meanwhile. */
  leftOut: number
  cursor: string
  /** Set where the rate allows no mail now: call again at this reserved time, with `isTurn`. */
  turnAt: Date | null
}

type ClaimedRow = {
  id: string
  address: string
  messageId: string
  attempts: number
  isRefusing: boolean
  position: number
}

/** Where no recipient is claimed there is one row, which may name a reserved time. */
type Row = { [K in keyof ClaimedRow]: ClaimedRow[K] | null } & { turnAt: Date | null }

/**
 * One statement and one commit per round: it writes the last results, then claims recipients within the installation's
 * rate. The pace row is locked first, so that rounds run one after the other and cannot deadlock on recipients. No
 * changed column is indexed (rows are updated in place); ids are a list (index lookups at any table size).
 */
const ROUND_SQL = `
  with pace as (
    select p."id", case when not $14 and p."nextAt" between $3 and $3 + interval '1 minute' then p."nextAt" else $3 end as "startAt"
      from "MailPace" p where p."id" = 1 and $4 > 0 for update
  ), results as (
    update "CampaignRecipient" r
       set "state" = v."state"::"RecipientState", "sentAt" = v."sentAt", "lastError" = v."error",
           "nextAttemptAt" = v."nextAttemptAt"
      from unnest($6::text[], $7::int[], $8::text[], $9::timestamptz[], $10::text[], $11::timestamptz[])
           v("id", "attempts", "state", "sentAt", "error", "nextAttemptAt")
     where r."id" = any($6::text[]) and r."id" = v."id" and r."attempts" = v."attempts" and r."state" in ('sending', 'unknown')
  ), mine as (
    select c."id", c."audience" from "Campaign" c
     where exists (select 1 from pace) and c."id" = $1 and c."runnerId" = $2 and c."status" = 'sending'
       for share
  ), due as (
    select r."id", r."addressKey" from "CampaignRecipient" r
     where exists (select 1 from mine) and r."campaignId" = $1 and r."id" > $5 and r."state" = 'queued'
       and (r."nextAttemptAt" is null or r."nextAttemptAt" <= $3)
     order by r."id" limit $4
       for update skip locked
  ), numbered as (
    select d."id", (row_number() over (order by d."id"))::int as "position",
           exists (select 1 from "Suppression" x where x."addressKey" = d."addressKey")
           or ((select m."audience" from mine m) <> 'referers'
               and exists (select 1 from "Student" s where s."emailKey" = d."addressKey" and ${REFUSED_SQL})
               and not exists (select 1 from "Referer" f
                                where (select m."audience" from mine m) = 'all'
                                  and f."contactEmailKey" = d."addressKey" and f."endedAt" is null)
              ) as "isRefusing"
      from due d where exists (select 1 from pace p where p."startAt" <= $3)
  ), claimed as (
    update "CampaignRecipient" r
       set "state" = (case when n."isRefusing" then 'suppressed' else 'sending' end)::"RecipientState",
           "attempts" = r."attempts" + 1, "nextAttemptAt" = null, "lastError" = null
      from numbered n
     where r."id" = any(array(select d."id" from due d)) and r."id" = n."id"
    returning r."id", r."address", r."messageId", r."attempts", n."isRefusing", n."position"
  ), links as (
    insert into "UnsubscribeLink" ("tokenHash", "recipientId", "createdAt")
    select ($12::text[])[k."position"], k."id", $3 from claimed k where not k."isRefusing"
  ), paced as (
    update "MailPace" p
       set "nextAt" = s."startAt" + make_interval(secs => (
             select case when s."startAt" > $3 then (select count(*) from due)
                         else (select count(*) from claimed k where not k."isRefusing") end) / $13::float8)
      from pace s
     where p."id" = s."id" and not $14 and exists (select 1 from due)
    returning s."startAt"
  )
  select k.*, t."startAt" as "turnAt"
    from (select 1) one
    left join claimed k on true
    left join paced t on t."startAt" > $3
   order by k."position"`

/** Runs ROUND_SQL. */
export async function nextRound(
  deps: Pick<Deps, 'pool' | 'clock' | 'config'>,
  { campaignId, runnerId, results, want, cursor, isTurn = false }: RoundInput,
): Promise<Round> {
  const tokens = Array.from({ length: want }, newToken)
  const column = <K extends keyof Result>(name: K) => results.map((result) => result[name])
  const { rows } = await deps.pool.query<Row>({
    name: 'campaign-round',
    text: ROUND_SQL,
    values: [
      campaignId,
      runnerId,
      deps.clock.now(),
      want,
      cursor,
      column('id'),
      column('attempts'),
      column('state'),
      column('sentAt'),
      column('error'),
      column('nextAttemptAt'),
      tokens.map(hashToken),
      deps.config.mail.ratePerSecond,
      isTurn,
    ],
  })
  const taken = rows.filter(isClaimed)
  const claimed = taken
    .filter(({ isRefusing }) => !isRefusing)
    .map(({ id, address, messageId, attempts, position }) => ({
      id,
      address,
      messageId,
      attempts,
      token: tokens[position - 1] ?? '',
    }))
  return {
    claimed,
    leftOut: taken.length - claimed.length,
    cursor: taken.at(-1)?.id ?? cursor,
    turnAt: rows[0]?.turnAt ?? null,
  }
}

function isClaimed(row: Row): row is Row & ClaimedRow {
  return row.id !== null
}
