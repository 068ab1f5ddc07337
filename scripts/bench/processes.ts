import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startStripeSandbox } from '#sandbox/server/start-sandbox.ts'
import { startPostgres } from '#server/demo/postgres.ts'
import { projectRoot } from '#server/infra/root.ts'
import { startMailServer } from '#tests/simulation/far-ends.ts'
import type { ProcessName } from '#tests/simulation/history.ts'
import { createProcesses } from '#tests/simulation/processes.ts'
import { startRedis } from '#tests/support/redis.ts'
import type { Load, LoadResult } from './load-generator.ts'
import { openOrders } from './orders.ts'
import { ask, endedMicros, endProgram, parentOf, processorMicros, startProgram } from './programs.ts'
import { addBuyers, addStudents, type BenchStudent } from './students.ts'
import { untilNone, WAITING_MAILS } from './until-none.ts'

const SETS: Readonly<Record<string, readonly ProcessName[]>> = {
  'one web, one worker': ['web0', 'worker0'],
  'two web, two workers': ['web0', 'web1', 'worker0', 'worker1'],
}
const MILLISECONDS = 5_000
const CONNECTIONS = 64
const ORDERS = 300
const UNWATCHABLE = `select count(*)::int as "left" from unnest($1::text[]) s
  where not exists (select from "Entitlement" where "studentId" = s)`

type Figure = { perSecond: number; shopMicros: number; databaseMicros: number }

/** What web processes and workers add on one PostgreSQL and one Redis, and the processor time that each side takes. */
export async function printProcesses(): Promise<void> {
  const lines = [['processes', 'path', 'a second', 'CPU of the shop', 'CPU of PostgreSQL']]
  for (const [set, names] of Object.entries(SETS)) {
    for (const [path, figure] of Object.entries(await measure(names))) {
      const { perSecond, shopMicros, databaseMicros } = figure
      lines.push([
        set,
        path,
        perSecond.toFixed(perSecond < 100 ? 1 : 0),
        `${shopMicros.toFixed(0)} µs`,
        `${databaseMicros.toFixed(0)} µs`,
      ])
    }
  }
  for (const line of lines) process.stdout.write(`| ${line.join(' | ')} |\n`)
}

async function measure(names: readonly ProcessName[]): Promise<Record<string, Figure>> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-processes-'))
  const server = await startPostgres(folder, {})
  const redis = await startRedis()
  const mail = await startMailServer()
  let webhookUrl = ''
  const secret = () => randomBytes(24).toString('hex')
  const webhookSecret = 'whsec_of_the_bench'
  const sandbox = await startStripeSandbox({
    file: null,
    clock: { now: () => new Date() },
    webhook: { url: () => `${webhookUrl}/api/stripe/webhook`, secret: webhookSecret },
    log: { info() {}, warn() {} },
  })
  const db = new pg.Client({ connectionString: server.url })
  await db.connect()
  const database = await postmasterOf(db)
  const processes = createProcesses(
    {
      LOG_LEVEL: 'info',
      DATABASE_URL: server.url,
      REDIS_URL: redis.url,
      SMTP_URL: mail.url,
      SMTP_ALLOW_PLAINTEXT: '1',
      STRIPE_API_BASE: `${sandbox.protocol}://${sandbox.host}:${sandbox.port}`,
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_PUBLISHABLE_KEY: sandbox.publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      SESSION_SECRET: secret(),
      DATA_KEY: secret(),
      BACKUP_KEY: secret(),
      ADMIN_EMAIL: 'instructor@example.com',
      ADMIN_PASSWORD: 'downwind-checks-complete',
    },
    { folder, build: join(projectRoot, 'dist/server'), names },
  )
  try {
    await processes.startAll()
    const urls = processes.urls()
    webhookUrl = urls[0] ?? ''
    const timed = (run: () => Promise<void>) => processorTimeOf({ shop: processes.pids(), database }, run)
    const students = await addStudents(server.url, 'viewer', CONNECTIONS)
    const load = (requestOf: (student: BenchStudent) => Load['requests'][number]) =>
      loadAll(urls, students.map(requestOf), timed)
    const signedIn = ({ token }: BenchStudent) => ({ authorization: `Bearer ${token}` })
    return {
      dashboard: await load((student) => ({
        path: `/api/users/${student.id}/dashboard`,
        headers: signedIn(student),
      })),
      'progress saved': await load((student) => ({
        method: 'POST',
        path: `/api/users/${student.id}/progress`,
        headers: signedIn(student),
        bodies: [
          '{"videoId":1,"progress":12,"completed":false,"positionSeconds":245.5,"playSession":"bench","sequence":%n}',
        ],
      })),
      'paid → watchable': await sell(),
    }

    async function sell(): Promise<Figure> {
      const buyers = await addBuyers(server.url, 'buyer', ORDERS)
      const orders = await openOrders({ url: webhookUrl, databaseUrl: server.url }, buyers)
      const confirm = ({ intentId, clientSecret }: (typeof orders)[number]) =>
        fetch(
          `${sandbox.protocol}://${sandbox.host}:${sandbox.port}/v1/payment_intents/${intentId}/confirm`,
          {
            method: 'POST',
            body: new URLSearchParams({
              key: sandbox.publishableKey,
              client_secret: clientSecret,
              payment_method: 'pm_card_visa',
              return_url: webhookUrl,
            }),
          },
        )
      const began = performance.now()
      const times = await timed(async () => {
        await Promise.all(orders.map(confirm))
        await untilNone(db, UNWATCHABLE, [buyers.map(({ id }) => id)])
      })
      const perSecond = ORDERS / ((performance.now() - began) / 1_000)
      await untilNone(db, WAITING_MAILS)
      return { perSecond, ...each(times, ORDERS) }
    }
  } finally {
    await processes.close()
    await db.end()
    await Promise.all([sandbox.close(), mail.close(), redis.close()])
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Times = { shopMicros: number; databaseMicros: number }
type Timed = (run: () => Promise<void>) => Promise<Times>

/** A load from a program of its own on each address at the same time. */
async function loadAll(urls: readonly string[], requests: Load['requests'], timed: Timed): Promise<Figure> {
  const generators = await Promise.all(
    urls.map(async (url) => ({ url, program: await startProgram('load-generator.ts') })),
  )
  const load = { connections: CONNECTIONS / urls.length, milliseconds: MILLISECONDS, requests }
  let results: LoadResult[] = []
  const times = await timed(async () => {
    results = await Promise.all(
      generators.map(({ url, program }) =>
        ask<LoadResult>(program.child, { ...load, port: Number(new URL(url).port) }),
      ),
    )
  })
  for (const { program } of generators) await endProgram(program.child)
  const sum = (of: (result: LoadResult) => number) => results.reduce((all, result) => all + of(result), 0)
  return {
    perSecond: sum(({ perSecond }) => perSecond),
    ...each(
      times,
      sum(({ answers }) => answers),
    ),
  }
}

const each = ({ shopMicros, databaseMicros }: Times, count: number) => ({
  shopMicros: shopMicros / count,
  databaseMicros: databaseMicros / count,
})

/** The first process of the server: all others are its children. */
async function postmasterOf(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
  return parentOf(rows[0]?.pid ?? 0)
}

async function processorTimeOf(
  { shop, database }: { shop: readonly number[]; database: number },
  run: () => Promise<void>,
): Promise<Times> {
  const backends = () =>
    readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && parentOf(pid) === database)
  const sum = (pids: readonly number[]) => pids.reduce((all, pid) => all + processorMicros(pid), 0)
  const read = () => ({ shop: sum(shop), database: sum(backends()) + endedMicros(database) })
  const before = read()
  await run()
  const after = read()
  return { shopMicros: after.shop - before.shop, databaseMicros: after.database - before.database }
}
