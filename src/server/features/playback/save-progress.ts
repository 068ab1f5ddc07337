import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { queryAsStudent, studentStatement } from '#server/features/accounts/queries.ts'
import { refuseOtherStudent } from '#server/features/accounts/sessions.ts'
import { addMinutes, addSeconds } from '#shared/calendar/durations.ts'
import { mediaGrantMinutes, streamActiveSeconds } from '#shared/limits.ts'
import { isCompleted } from '#shared/progress/progress.ts'
import type { ProgressSaveInput } from '#shared/schemas/progress.ts'
import { claimStream, streamsSince } from './streams.ts'

/** A save of the same play session, sent earlier than the stored one. */
const OVERTAKEN = `(p."playSession" = excluded."playSession" and excluded."sequence" <= p."sequence")`

/** A delayed save of another play session, while the video was watched elsewhere. */
const LATE = `(p."playSession" is distinct from excluded."playSession" and $11::int > 0 and excluded."updatedAt" < p."updatedAt")`

/** A save behind the position at which another device plays the video now. */
const BEHIND = `(p."playSession" <> excluded."playSession" and excluded."positionSeconds" < p."positionSeconds" and (select "plays" from other))`

const STALE = `(${OVERTAKEN} or ${LATE} or ${BEHIND})`

/** Of a row from before parts were told: the video up to its place. */
const BEFORE = `coalesce(p."watched", int4multirange(int4range(0, floor(p."positionSeconds")::int)) * int4multirange(int4range(0, excluded."durationSeconds")))`

/** What was watched before, and now: however late a save comes, and on whatever device, what was played stays played. */
const UNION = `(${BEFORE} + excluded."watched")`

const secondsOf = (ranges: string) =>
  `(select coalesce(sum(upper(r) - lower(r)), 0) from unnest(${ranges}) r)`

/**
 * One statement: checks session, student and entitlement, stores the position and extends a stream in use. Within a play
 * session an older save never overwrites a newer one; `completed` stays (see `mergeSave`). Of two devices that play at the
 * same time, the one further on wins. Parts that were played are cut to the length of the video.
 */
const SAVE = studentStatement(
  'save-progress',
  `, own as (
    select "id", "studentId" from session where "studentId" = $3
  ), open as (
    select "id" from "Entitlement"
     where "studentId" = (select "studentId" from own) and "videoId" = $4::int and "revokedAt" is null and "startsAt" <= $2 and "expiresAt" > $2
  ), other as (
    select exists (
      select 1 from "Progress" q
        join "Session" s on s."studentId" = q."studentId" and s."revokedAt" is null
        join "MediaGrant" g on g."sessionId" = s."id" and g."playSession" = q."playSession"
       where q."studentId" = $3 and q."videoId" = $4 and g."lastActiveAt" > $12 and g."leftAt" is null
    ) as "plays"
  ), film as (
    select max("durationSeconds") as "seconds" from "MediaFile" where "videoId" = $4 and "kind" = 'film'
  ), played as (
    select $14::int4multirange * int4multirange(int4range(0, (select ceil("seconds")::int from film))) as "ranges"
  ), saved as (
    insert into "Progress" as p
      ("studentId", "videoId", "percent", "positionSeconds", "completed", "playSession", "sequence", "startedAt", "updatedAt",
       "watched", "watchedSeconds", "durationSeconds")
    select $3, $4, $5::int, coalesce($6::float8, $5 / 100.0 * (select "seconds" from film), 0),
           $7::bool, $8, $9::int, $13::timestamptz, $13,
           "ranges", case when "ranges" is not null then ${secondsOf('"ranges"')} end,
           case when "ranges" is not null then (select ceil("seconds")::int from film) end
      from played where exists (select 1 from open)
    on conflict ("studentId", "videoId") do update set
      "completed" = p."completed" or excluded."completed",
      "percent" = case when ${STALE} then p."percent" else excluded."percent" end,
      "positionSeconds" = case when ${STALE} then p."positionSeconds" else excluded."positionSeconds" end,
      "updatedAt" = case when ${STALE} then p."updatedAt" else excluded."updatedAt" end,
      "sequence" = case when ${STALE} or excluded."playSession" is null then p."sequence" else excluded."sequence" end,
      "playSession" = case when ${LATE} or ${BEHIND} then p."playSession" else coalesce(excluded."playSession", p."playSession") end,
      "watched" = coalesce(${UNION}, p."watched"),
      "watchedSeconds" = case when excluded."watched" is null then p."watchedSeconds" else ${secondsOf(UNION)} end,
      "durationSeconds" = coalesce(excluded."durationSeconds", p."durationSeconds")
  ), kept_alive as (
    update "MediaGrant" set "expiresAt" = $10, "lastActiveAt" = $2
     where "sessionId" = (select "id" from own) and "entitlementId" in (select "id" from open) and "lastActiveAt" > $12 and "leftAt" is null
     returning "id"
  )
  select session.*, exists (select 1 from open) as "hasAccess",
         (select "id" from "MediaGrant"
           where "sessionId" = (select "id" from own) and "entitlementId" in (select "id" from open) and "expiresAt" > $2
             and not exists (select 1 from kept_alive)
           order by "expiresAt" desc limit 1) as "idleGrantId"
    from session`,
)

/**
 * Saves watch progress; it returns after the commit. Saving starts a stream where there is none. Where the limit is
 * reached the position is saved all the same, and the player is told to stop.
 *
 * @throws ShopError NOT_SIGNED_IN, OWN_DASHBOARD_ONLY, NO_ACCESS where the student has no open entitlement, TOO_MANY_STREAMS
 */
export async function saveProgress(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'config' | 'log'>,
  { token, address, save }: { token: string; address: string; save: ProgressSaveInput },
): Promise<void> {
  const now = deps.clock.now()
  const waitedSeconds = save.waitedSeconds ?? 0
  const found = await queryAsStudent<{ hasAccess: boolean; idleGrantId: string | null }>(deps, {
    statement: SAVE,
    token,
    values: [
      save.userId,
      save.videoId,
      save.progress,
      save.positionSeconds,
      save.completed || isCompleted(save.progress),
      save.playSession,
      save.sequence,
      addMinutes(now, mediaGrantMinutes),
      waitedSeconds,
      streamsSince(now),
      addSeconds(now, -waitedSeconds),
      save.watched ? `{${save.watched.map(([from, to]) => `[${from},${to})`)}}` : null,
    ],
  })
  if (!found) throw new ShopError('NOT_SIGNED_IN')
  const { studentId } = found.session
  if (studentId !== save.userId) return refuseOtherStudent(deps, { studentId, address })
  const { hasAccess, idleGrantId } = found.row
  if (!hasAccess) throw new ShopError('NO_ACCESS')
  // A delayed save does not prove that the video plays now.
  if (idleGrantId === null || waitedSeconds >= streamActiveSeconds) return
  const isClaimed = await claimStream(deps, { studentId: save.userId, grantId: idleGrantId })
  if (!isClaimed) throw new ShopError('TOO_MANY_STREAMS')
}
