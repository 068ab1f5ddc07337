import type { Deps } from '#server/deps.ts'
import { queryAsStudent, type StudentSession, studentStatement } from '#server/features/accounts/queries.ts'
import { isOpen, openUntil } from '#server/features/entitlements/entitlement-term.ts'
import type { DashboardOutput, ProgressOutput } from '#shared/schemas/progress.ts'

type Reader = Pick<Deps, 'pool' | 'clock'>

/** `openUntil` is later than the end of the entitlement itself where the video was renewed. */
type OpenEntitlement = { id: string; openUntil: Date }

/** The open entitlement to a video that ends last; null where there is none. */
export async function findOpenEntitlement(
  deps: Pick<Deps, 'db' | 'clock'>,
  { studentId, videoId }: { studentId: string; videoId: number },
): Promise<OpenEntitlement | null> {
  const now = deps.clock.now()
  const rows = await deps.db.entitlement.findMany({
    where: { studentId, videoId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { expiresAt: 'desc' },
    select: { id: true, videoId: true, startsAt: true, expiresAt: true },
  })
  const open = rows.find((row) => isOpen(row, now))
  const until = openUntil(rows, now).get(videoId)
  return open && until ? { id: open.id, openUntil: until } : null
}

export type DashboardRows = {
  user: { id: string; username: string; email: string }
  /** Every entitlement that was not revoked, expired ones included, newest first. */
  entitlements: {
    id: string
    videoId: number
    orderId: string | null
    orderLineId: string | null
    isBundle: boolean
    /** Null for what an admin granted. */
    paidAt: Date | null
    startsAt: Date
    expiresAt: Date
  }[]
  progress: ProgressOutput[]
  /** What the student asks back of them and waits, the newest first. */
  requests: (NonNullable<DashboardOutput['requests']>[number] & { orderId: string })[]
}

type DashboardJson = Omit<DashboardRows, 'entitlements' | 'progress'> & {
  progress: (ProgressOutput & { updatedAt: string })[]
  entitlements: (Omit<DashboardRows['entitlements'][number], 'paidAt' | 'startsAt' | 'expiresAt'> & {
    paidAt: string | null
    startsAt: string
    expiresAt: string
  })[]
}

/** Far more than a student can buy or start, so that every response is bounded. */
const MOST_ROWS = 500

/** One statement, because students open this page more often than any other. */
const DASHBOARD = studentStatement(
  'dashboard',
  ` select session.*,
    (select json_build_object('id', s."id", 'username', s."username", 'email', s."email")
       from "Student" s where s."id" = session."studentId") as "user",
    (select coalesce(json_agg(json_build_object(
         'id', e."id", 'videoId', e."videoId", 'orderId', e."orderId", 'orderLineId', e."orderLineId",
         'isBundle', e."isBundle", 'paidAt', o."paidAt", 'startsAt', e."startsAt", 'expiresAt', e."expiresAt"
       ) order by e."startsAt" desc, e."videoId"), '[]')
       from (select * from "Entitlement" where "studentId" = session."studentId" and "revokedAt" is null
             order by "startsAt" desc, "videoId" limit ${MOST_ROWS}) e
       left join "Order" o on o."id" = e."orderId") as "entitlements",
    (select coalesce(json_agg(json_build_object(
         'videoId', p."videoId", 'progress', p."percent", 'completed', p."completed",
         'positionSeconds', p."positionSeconds", 'updatedAt', p."updatedAt",
         'watchedSeconds', p."watchedSeconds", 'durationSeconds', p."durationSeconds"
       ) order by p."videoId"), '[]')
       from (select * from "Progress" where "studentId" = session."studentId"
             order by "videoId" limit ${MOST_ROWS}) p) as "progress",
    (select coalesce(json_agg(json_build_object(
         'videoId', e."videoId", 'orderId', r."orderId", 'wish', r."wish", 'askedAt', r."createdAt"
       ) order by r."createdAt" desc, r."id" desc), '[]')
       from "Entitlement" e
       join "RefundRequestLine" l on l."orderLineId" = e."orderLineId" and l."isOpen"
       join "RefundRequest" r on r."id" = l."requestId"
      where e."studentId" = session."studentId" and e."revokedAt" is null) as "requests"
    from session`,
)

/** The session of a token and the data of its student's dashboard; null where there is none. */
export async function loadDashboard(
  deps: Reader,
  token: string,
): Promise<{ session: StudentSession; rows: DashboardRows } | null> {
  const found = await queryAsStudent<DashboardJson>(deps, { statement: DASHBOARD, token })
  if (!found) return null
  const { user, progress, entitlements, requests } = found.row
  const rows = {
    user,
    requests: requests.map((one) => ({ ...one, askedAt: new Date(one.askedAt).toISOString() })),
    progress: progress.map((saved) => ({ ...saved, updatedAt: new Date(saved.updatedAt).toISOString() })),
    entitlements: entitlements.map((entitlement) => ({
      ...entitlement,
      paidAt: entitlement.paidAt === null ? null : new Date(entitlement.paidAt),
      startsAt: new Date(entitlement.startsAt),
      expiresAt: new Date(entitlement.expiresAt),
    })),
  }
  return { session: found.session, rows }
}

/** A student's watch progress on every video they started. */
export async function listProgress(deps: Reader, studentId: string): Promise<ProgressOutput[]> {
  const { rows } = await deps.pool.query<Omit<ProgressOutput, 'updatedAt'> & { updatedAt: Date }>({
    name: 'progress-list',
    text: `select "videoId", "percent" as "progress", "completed", "positionSeconds", "updatedAt", "watchedSeconds", "durationSeconds"
             from "Progress" where "studentId" = $1 order by "videoId" limit ${MOST_ROWS}`,
    values: [studentId],
  })
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }))
}

export type GrantedFile = {
  sessionId: string
  videoId: number
  studentId: string
  /** The earliest end of grant, session and entitlement. */
  endsAt: Date
}

/** A media grant in force; null where it, its session or its entitlement has ended. */
export async function findGrant(deps: Reader, grantId: string): Promise<GrantedFile | null> {
  const { rows } = await deps.pool.query<GrantedFile>({
    name: 'media-grant',
    text: `select g."sessionId", e."videoId", e."studentId", least(g."expiresAt", s."expiresAt", e."expiresAt") as "endsAt"
             from "MediaGrant" g
             join "Session" s on s."id" = g."sessionId" and s."revokedAt" is null
             join "Entitlement" e on e."id" = g."entitlementId" and e."revokedAt" is null
            where g."id" = $1 and least(g."expiresAt", s."expiresAt", e."expiresAt") > $2`,
    values: [grantId, deps.clock.now()],
  })
  return rows[0] ?? null
}
