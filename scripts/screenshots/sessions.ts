import type pg from 'pg'
import { z } from 'zod'
import { systemClock } from '#server/infra/clock.ts'
import { hashToken, newId, newToken } from '#server/infra/ids.ts'

const DAY_MS = 24 * 60 * 60_000
const USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
type Owner = 'studentId' | 'refererId' | 'adminId'

/** Signs a user in without their password: returns the token their browser would hold. */
export async function openSession(db: pg.Client, owner: Owner, id: string): Promise<string> {
  const token = newToken()
  const now = systemClock.now()
  await db.query(
    `insert into "Session" ("id", "tokenHash", "${owner}", "userAgent", "createdAt", "lastUsedAt", "expiresAt", "stepUpAt")
     values ($1, $2, $3, $7, $4, $4, $5, $6)`,
    [
      newId(now),
      hashToken(token),
      id,
      now,
      new Date(now.getTime() + 30 * DAY_MS),
      owner === 'adminId' ? now : null,
      USER_AGENT,
    ],
  )
  return token
}

const referers = z.array(
  z.object({ id: z.string(), name: z.string(), referralCode: z.string(), commissionBps: z.number() }),
)

/** The session of a referer's portal, as the browser keeps it. */
export async function openPortal(db: pg.Client, code: string): Promise<string> {
  const { rows } = await db.query(
    'select "id", "name", "referralCode", "commissionBps" from "Referer" where "referralCode" = $1',
    [code],
  )
  const [referer] = referers.parse(rows)
  if (!referer) throw new Error(`No referer has the code ${code}`)
  const { id, name, referralCode, commissionBps } = referer
  const token = await openSession(db, 'refererId', id)
  return JSON.stringify({ id, name, referralCode, commissionPercentage: commissionBps / 100, token })
}

export async function findAdminId(db: pg.Client): Promise<string> {
  const { rows } = await db.query('select "id" from "Admin" limit 1')
  return z.tuple([z.object({ id: z.string() })]).parse(rows)[0].id
}
