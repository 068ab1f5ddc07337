import fastify from 'fastify'
import pg from 'pg'
import { serve } from './serve.ts'

/** Fastify over one named upsert, in a table with the columns of the shop's; answered when it is stored. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 15 })
await pool.query(`
  create table if not exists "Saved" (
    "studentId" text, "videoId" int, "percent" int, "positionSeconds" float8, "completed" bool, "playSession" text,
    "sequence" int, "startedAt" timestamptz, "updatedAt" timestamptz, primary key ("studentId", "videoId"))`)
const TEXT = `
  insert into "Saved" values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
  on conflict ("studentId", "videoId") do update set "percent" = excluded."percent",
    "positionSeconds" = excluded."positionSeconds", "completed" = excluded."completed",
    "sequence" = excluded."sequence", "updatedAt" = excluded."updatedAt"`

type Save = {
  videoId: number
  progress: number
  positionSeconds: number
  completed: boolean
  playSession: string
  sequence: number
}

const app = fastify()
app.post<{ Params: { userId: string }; Body: Save }>('/:userId', async ({ params, body }) => {
  const { videoId, progress, positionSeconds, completed, playSession, sequence } = body
  const values = [
    params.userId,
    videoId,
    progress,
    positionSeconds,
    completed,
    playSession,
    sequence,
    new Date(),
  ]
  await pool.query({ name: 'save', text: TEXT, values })
  return { success: true }
})
await serve(app)
