import { type ChildProcess, fork } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '#server/demo/postgres.ts'
import { newId } from '#server/infra/ids.ts'
import { migrate } from '#server/infra/migrate.ts'
import type { Round, RoundResult } from './mail-round.ts'

/**
 * How fast campaigns go out, beside nodemailer's own pool to the same server in the same run: rounds take turns, the
 * ratio is the median of the rounds' ratios. Our side writes every recipient's row twice; the pool writes nothing.
 * BENCH_RECIPIENTS (10,000) and BENCH_ROUNDS (3) change its size.
 */
const RECIPIENTS = Number(process.env.BENCH_RECIPIENTS ?? 10_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const CONCURRENCY = Number(process.env.BENCH_CONCURRENCY ?? 50)

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

function program(name: string): ChildProcess {
  return fork(join(import.meta.dirname, name), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
}

async function run(round: Round): Promise<RoundResult> {
  const child = program('mail-round.ts')
  child.send(round)
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The round ended with ${code}`))),
  ])
  return result
}

async function writeCampaign(databaseUrl: string): Promise<string> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const id = newId()
  const now = new Date()
  await db.query(
    `insert into "Admin" ("id", "email", "emailKey", "passwordHash", "createdAt") values ($1, $1, $1, '', $2)`,
    [id, now],
  )
  const html = `<h1>Fog season is here</h1>${'<p>A new chapter in Meteorology tells what a TAF does not.</p>'.repeat(20)}`
  await db.query(
    `insert into "Campaign" ("id", "status", "audience", "subject", "htmlContent", "textContent", "createdById", "createdAt", "startedAt")
     values ($1, 'sending', 'custom', 'News of November', $2, $3, $1, $4, $4)`,
    [id, html, html.replace(/<[^>]+>/g, ' '), now],
  )
  await db.query(
    `insert into "CampaignRecipient" ("id", "campaignId", "address", "addressKey", "state", "messageId")
     select $1 || '-' || lpad(n::text, 8, '0'), $1, 'reader-' || n || '@example.com', 'reader-' || n || '@example.com',
            'queued', '<' || $1 || '-' || n || '@shop.example.com>'
       from generate_series(1, $2::int) n`,
    [id, RECIPIENTS],
  )
  await db.query('vacuum analyze "CampaignRecipient"')
  await db.end()
  return id
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const perSecond = (rounds: RoundResult[]) => Math.round(median(rounds.map((round) => round.perSecond)))
const peak = (rounds: RoundResult[]) => Math.round(Math.max(...rounds.map((round) => round.peakMegabytes)))

async function compare(
  where: { smtpUrl: string; databaseUrl: string },
  dkimKey: string | null,
): Promise<void> {
  const shop: RoundResult[] = []
  const pool: RoundResult[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const campaignId = await writeCampaign(where.databaseUrl)
    const common = { ...where, campaignId, recipients: RECIPIENTS, concurrency: CONCURRENCY, dkimKey }
    pool.push(await run({ ...common, sender: 'pool' }))
    shop.push(await run({ ...common, sender: 'shop' }))
  }
  const ratio = median(shop.map((round, at) => round.perSecond / (pool[at]?.perSecond ?? Number.NaN)))
  process.stdout.write(
    `mail, ${RECIPIENTS} recipients${dkimKey === null ? '' : ', DKIM'}: ${perSecond(shop)}/s, every row recorded, peak ${peak(shop)} MB; ` +
      `nodemailer pool ${perSecond(pool)}/s, peak ${peak(pool)} MB; ratio ${ratio.toFixed(2)}\n`,
  )
}

const folder = mkdtempSync(join(tmpdir(), 'bench-mail-'))
const server = await startPostgres(folder, {})
const sink = program('smtp-sink.ts')
const [{ port }] = await once(sink, 'message')
try {
  await migrate(server.url, 'prisma/migrations')
  const where = { smtpUrl: `smtp://127.0.0.1:${port}`, databaseUrl: server.url }
  await compare(where, null)
  await compare(where, privateKey)
} finally {
  sink.kill()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
