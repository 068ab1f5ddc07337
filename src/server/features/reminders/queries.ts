import type { Deps } from '#server/deps.ts'
import { addDays } from '#shared/calendar/durations.ts'

type Reader = Pick<Deps, 'pool' | 'clock'>

/** Students per statement. */
const PAGE = 200

export type ClosingVideo = {
  entitlementId: string
  studentId: string
  username: string
  email: string
  title: string
  pricePence: number
  startsAt: Date
  expiresAt: Date
  percent: number
  isCompleted: boolean
  /** The kinds of reminders already sent for this expiry date. */
  said: string[]
}

/** An open entitlement of a student who can be mailed, where no other keeps the video open for longer. */
const LAST_OPEN_SQL = `
  e."revokedAt" is null and e."startsAt" <= $1 and e."expiresAt" > $1
  and s."verifiedAt" is not null and s."erasedAt" is null
  and not exists (
    select 1 from "Entitlement" later
     where later."studentId" = e."studentId" and later."videoId" = e."videoId"
       and later."revokedAt" is null and later."expiresAt" > e."expiresAt")`

/** Videos that expire within so many days, by student; the page after a student's id, empty at the end. */
export async function findClosingVideos(
  { pool, clock }: Reader,
  { withinDays, afterStudentId }: { withinDays: number; afterStudentId: string },
) {
  const now = clock.now()
  const { rows } = await pool.query<ClosingVideo>({
    name: 'find-closing-films',
    text: `
      select e."id" as "entitlementId", e."studentId", s."username", s."email", v."title", v."pricePence",
             e."startsAt", e."expiresAt",
             coalesce(round(100.0 * least(p."watchedSeconds", p."durationSeconds") / nullif(p."durationSeconds", 0)), p."percent", 0)::int as "percent",
             coalesce(p."completed", false) as "isCompleted",
             array(select r."kind" from "Reminder" r
                    where r."subjectId" = e."id" || ':' || (extract(epoch from e."expiresAt") * 1000)::bigint) as "said"
        from "Entitlement" e
        join "Student" s on s."id" = e."studentId"
        join "Video" v on v."id" = e."videoId"
        left join "Progress" p on p."studentId" = e."studentId" and p."videoId" = e."videoId"
       where ${LAST_OPEN_SQL} and e."expiresAt" <= $2
         and e."studentId" in (
           select distinct c."studentId" from "Entitlement" c
            where c."expiresAt" > $1 and c."expiresAt" <= $2 and c."revokedAt" is null and c."studentId" > $3
            order by 1 limit ${PAGE})
       order by e."studentId", e."expiresAt", v."position"`,
    values: [now, addDays(now, withinDays), afterStudentId],
  })
  return rows
}

export type WaitingVideo = Pick<
  ClosingVideo,
  'entitlementId' | 'studentId' | 'username' | 'email' | 'title' | 'expiresAt'
>

/**
 * Videos open for one to two weeks and never started, of students who watched nothing since and did not opt out; once
 * each.
 */
export async function findWaitingVideos({ pool, clock }: Reader): Promise<WaitingVideo[]> {
  const now = clock.now()
  const { rows } = await pool.query<WaitingVideo>({
    name: 'find-waiting-films',
    text: `
      select e."id" as "entitlementId", e."studentId", s."username", s."email", v."title", e."expiresAt"
        from "Entitlement" e
        join "Student" s on s."id" = e."studentId"
        join "Video" v on v."id" = e."videoId"
       where ${LAST_OPEN_SQL} and e."startsAt" <= $2 and e."startsAt" > $3
         and not exists (select 1 from "Progress" p where p."studentId" = e."studentId" and p."updatedAt" > e."startsAt")
         and not exists (select 1 from "Progress" p where p."studentId" = e."studentId" and p."videoId" = e."videoId")
         and s."newsOptOutAt" is null
         and not exists (select 1 from "Suppression" x where x."addressKey" = s."emailKey")
         and not exists (select 1 from "Reminder" r where r."kind" = 'waiting' and r."subjectId" = e."id")
       order by e."studentId", v."position"
       limit 2000`,
    values: [now, addDays(now, -7), addDays(now, -14)],
  })
  return rows
}

export type LeftCart = { studentId: string; username: string; email: string; titles: string[] }

/**
 * Checkouts that expired unpaid in the last three days, where they were the student's latest, of students who opted
 * in; once per student.
 */
export async function findLeftCarts({ pool, clock }: Reader): Promise<LeftCart[]> {
  const now = clock.now()
  const { rows } = await pool.query<LeftCart>({
    name: 'find-left-baskets',
    text: `
      select s."id" as "studentId", s."username", s."email",
             array(select l."title" from "OrderLine" l where l."orderId" = o."id" order by l."videoId") as "titles"
        from "Order" o
        join "Student" s on s."id" = o."studentId"
       where o."status" = 'cancelled' and o."cancelledAt" >= o."expiresAt" and o."cancelledAt" > $2 and o."cancelledAt" <= $1
         and s."verifiedAt" is not null and s."erasedAt" is null
         and s."newsOptInAt" is not null and (s."newsOptOutAt" is null or s."newsOptInAt" > s."newsOptOutAt")
         and not exists (select 1 from "Suppression" x where x."addressKey" = s."emailKey")
         and not exists (
           select 1 from "Order" newer where newer."studentId" = s."id" and newer."createdAt" > o."createdAt")
         and not exists (
           select 1 from "Entitlement" e
             join "OrderLine" l on l."orderId" = o."id" and l."videoId" = e."videoId"
            where e."studentId" = s."id" and e."revokedAt" is null and e."expiresAt" > $1)
         and not exists (select 1 from "Reminder" r where r."kind" = 'basket' and r."subjectId" = s."id")
       order by s."id"
       limit 2000`,
    values: [now, addDays(now, -3)],
  })
  return rows
}
