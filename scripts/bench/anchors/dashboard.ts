import fastify from 'fastify'
import pg from 'pg'
import { serve } from './serve.ts'

/** Fastify over one named statement: a student, their entitlements and their watch progress, as rows come. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 15 })
const TEXT = `
  select
    (select json_build_object('id', s."id", 'username', s."username", 'email', s."email")
       from "Student" s where s."id" = $1) as "user",
    (select coalesce(json_agg(e order by e."startsAt" desc, e."videoId"), '[]')
       from (select "id", "videoId", "orderId", "orderLineId", "isBundle", "startsAt", "expiresAt"
               from "Entitlement" where "studentId" = $1 and "revokedAt" is null limit 500) e) as "entitlements",
    (select coalesce(json_agg(p order by p."videoId"), '[]')
       from (select "videoId", "percent", "completed", "positionSeconds"
               from "Progress" where "studentId" = $1 limit 500) p) as "progress"`

const app = fastify()
app.get<{ Params: { userId: string } }>('/:userId', async ({ params }) => {
  const { rows } = await pool.query({ name: 'dashboard', text: TEXT, values: [params.userId] })
  return rows[0]
})
await serve(app)
