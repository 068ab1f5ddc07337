import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { addMinutes } from '#shared/durations.ts'
import { mediaGrantMinutes } from '#shared/limits.ts'
import { isCompleted } from '#shared/progress.ts'
import type { ProgressSaveInput } from '#shared/schemas/progress.ts'

/** A save of the same play session that was sent earlier than the one stored. */
const OVERTAKEN = `(p."playSession" = excluded."playSession" and excluded."sequence" <= p."sequence")`

/**
 * One statement: checks that the film is open, stores the position, and keeps the session's grant alive.
 * Within a play session an older save never overwrites a newer; `completed` stays (the rule is `mergeSave`).
 */
const SAVE_SQL = `
  with open as (
    select "id" from "Entitlement"
     where "studentId" = $1 and "videoId" = $2::int and "revokedAt" is null and "startsAt" <= $8 and "expiresAt" > $8
  ), saved as (
    insert into "Progress" as p
      ("studentId", "videoId", "percent", "positionSeconds", "completed", "playSession", "sequence", "startedAt", "updatedAt")
    select $1, $2, $3::int,
           coalesce($4::float8, $3 / 100.0 * (select max("durationSeconds") from "MediaFile" where "videoId" = $2 and "kind" = 'film'), 0),
           $5::bool, $6, $7::int, $8::timestamptz, $8
      from (select 1 from open limit 1) as allowed
    on conflict ("studentId", "videoId") do update set
      "completed" = p."completed" or excluded."completed",
      "percent" = case when ${OVERTAKEN} then p."percent" else excluded."percent" end,
      "positionSeconds" = case when ${OVERTAKEN} then p."positionSeconds" else excluded."positionSeconds" end,
      "updatedAt" = case when ${OVERTAKEN} then p."updatedAt" else excluded."updatedAt" end,
      "sequence" = case when ${OVERTAKEN} or excluded."playSession" is null then p."sequence" else excluded."sequence" end,
      "playSession" = coalesce(excluded."playSession", p."playSession")
  ), kept_alive as (
    update "MediaGrant" set "expiresAt" = $10, "lastActiveAt" = $8
     where "sessionId" = $9 and "entitlementId" in (select "id" from open)
  )
  select exists (select 1 from open) as "hasAccess"`

/**
 * Stores how far a student has watched. Acknowledged only when it is on disk.
 *
 * @throws ShopError NO_ACCESS when the film is not open to the student
 */
export async function saveProgress(
  deps: Pick<Deps, 'pool' | 'clock'>,
  { sessionId, save }: { sessionId: string; save: ProgressSaveInput },
): Promise<void> {
  const now = deps.clock.now()
  const { rows } = await deps.pool.query<{ hasAccess: boolean }>({
    name: 'save-progress',
    text: SAVE_SQL,
    values: [
      save.userId,
      save.videoId,
      save.progress,
      save.positionSeconds,
      save.completed || isCompleted(save.progress),
      save.playSession,
      save.sequence,
      now,
      sessionId,
      addMinutes(now, mediaGrantMinutes),
    ],
  })
  if (!rows[0]?.hasAccess) throw new ShopError('NO_ACCESS')
}
