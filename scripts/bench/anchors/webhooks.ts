import fastify from 'fastify'
import pg from 'pg'
import { serve } from './serve.ts'

/** Fastify over one transaction that stores an event's row and a job's; answered when both are stored. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 15 })
await pool.query(`
  create table if not exists "Event" (
    "id" text primary key, "type" text, "objectId" text, "intentId" text, "livemode" bool, "receivedAt" timestamptz);
  create table if not exists "Job" ("id" bigserial primary key, "name" text, "data" jsonb, "createdAt" timestamptz)`)
const EVENT = 'insert into "Event" values ($1, $2, $3, $4, false, $5) on conflict do nothing'
const JOB = 'insert into "Job" ("name", "data", "createdAt") values ($1, $2, $3)'

type Body = { id: string; type: string; data: { object: { id: string; payment_intent: string } } }

const app = fastify()
app.post<{ Body: Body }>('/', async ({ body: { id, type, data } }) => {
  const now = new Date()
  const client = await pool.connect()
  try {
    await client.query('begin')
    const event = [id, type, data.object.id, data.object.payment_intent, now]
    await client.query({ name: 'event', text: EVENT, values: event })
    await client.query({ name: 'job', text: JOB, values: ['event', { eventId: id }, now] })
    await client.query('commit')
  } finally {
    client.release()
  }
  return { received: true }
})
await serve(app)
