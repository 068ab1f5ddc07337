import type { Deps } from '#server/deps.ts'
import { hashToken, newToken } from '#server/infra/ids.ts'
import { REFUSED_SQL } from './queries.ts'

/** A recipient in this worker's hands, marked `sending`. */
export type Claimed = { id: string; address: string; messageId: string; attempts: number; token: string }

/** How it ended for one of them. */
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
  /** Of the last round, written before anybody else is claimed. */
  results: readonly Result[]
  /** How many to claim; 0 only writes the results. */
  want: number
  /** Recipients up to this id have been looked at. */
  cursor: string
}

export type Round = {
  claimed: Claimed[]
  /** How many had to be left out because they refused meanwhile. */
  leftOut: number
  cursor: string
  /** From when on the next round may begin, by the rate. */
  nextAt: Date | null
}

type Row = {
  id: string
  address: string
  messageId: string
  attempts: number
  isRefusing: boolean
  position: number
  nextAt: Date | null
}

/**
 * One statement and one commit for a whole round: writes how the last one ended, claims the next recipients and
 * marks them `sending` before anything is handed over, and keeps the rate of the whole installation. Whoever else
 * tries at the same moment gets other rows; a mailing that was paused or taken over gives none. Nothing here is in
 * an index, so that the rows are rewritten in place; ids are named as a list, so that they are looked up however
 * large the table is.
 *
 * The pace comes first, so that rounds claim one after the other. A claim begun a moment too early also locks rows that
 * another round has claimed meanwhile; waiting for the pace with these in its hands, while the other one waits to write
 * how they ended, would be a deadlock.
 */
const ROUND_SQL = `
  with pace as (
    select p."id" from "MailPace" p where p."id" = 1 and $4 > 0 for update
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
      from due d
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
       set "nextAt" = (case when p."nextAt" between $3 and $3 + interval '1 minute' then p."nextAt" else $3 end)
                      + make_interval(secs => (select count(*) from claimed k where not k."isRefusing") / $13::float8)
     where p."id" = 1 and exists (select 1 from claimed)
    returning p."nextAt"
  )
  select k.*, (select p."nextAt" from paced p) as "nextAt" from claimed k order by k."position"`

/** See ROUND_SQL. */
export async function nextRound(
  deps: Pick<Deps, 'pool' | 'clock' | 'config'>,
  { campaignId, runnerId, results, want, cursor }: RoundInput,
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
    ],
  })
  const claimed = rows
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
    leftOut: rows.length - claimed.length,
    cursor: rows.at(-1)?.id ?? cursor,
    nextAt: rows[0]?.nextAt ?? null,
  }
}
