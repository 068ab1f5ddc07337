import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkDatabase } from '#server/features/operations/doctor/check-database.ts'
import { checkDisk } from '#server/features/operations/doctor/check-machine.ts'
import { checkRedis } from '#server/features/operations/doctor/check-redis.ts'
import { examine } from '#server/features/operations/doctor/doctor.ts'
import type { Finding } from '#server/features/operations/doctor/finding.ts'
import { recordHeartbeat } from '#server/features/operations/heartbeats.ts'
import { systemClock } from '#server/infra/clock.ts'
import { openDatabase } from '#server/infra/db.ts'
import { createMailer } from '#server/infra/mailer.ts'
import { createTestDeps, type TestDeps, testConfig } from '#tests/support/deps.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'
import { TEST_CERTIFICATE } from '#tests/support/tls-certificate.ts'
import { startTlsMailServer, type TlsMailServer } from '#tests/support/tls-mail-server.ts'

const levels = (findings: Finding[]) => Object.fromEntries(findings.map(({ check, level }) => [check, level]))

let deps: TestDeps
let redis: TestRedis
const open: { close(): unknown }[] = []
beforeAll(async () => {
  ;[deps, redis] = await Promise.all([createTestDeps(), startRedis()])
})
afterAll(async () => {
  for (const server of open) await server.close()
  await redis.close()
  await deps.close()
})

function portOf(server: Server | TcpServer): Promise<number> {
  open.push(server)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
}

/** The way to a server, made long, or with words of its answers replaced by others of the same length. */
function wayTo(port: number, answer: (chunk: Buffer) => Promise<Buffer> | Buffer): Promise<number> {
  return portOf(
    createTcpServer((near) => {
      const far = connect(port, '127.0.0.1')
      const change = new Transform({
        transform: (chunk: Buffer, _encoding, done) =>
          void Promise.resolve(answer(chunk)).then((changed) => done(null, changed)),
      })
      near.pipe(far).pipe(change).pipe(near)
      for (const socket of [near, far]) socket.on('error', () => near.destroy(void far.destroy()))
    }),
  )
}

const late = (ms: number) => (chunk: Buffer) => pause(ms, chunk)

function through(url: string, port: number): string {
  const changed = new URL(url)
  changed.port = String(port)
  return changed.href
}

describe('a database', () => {
  it('that is too old or has too few connections is bad', async () => {
    // Asked in a schema that is looked through before PostgreSQL's own, it says what an old and small one would.
    await deps.pool.query(`create schema old;
      create function old.current_setting(name text) returns text language sql
        return case name when 'max_connections' then '20' else '140010' end`)
    const url = new URL(deps.databaseUrl)
    url.searchParams.set('options', '-c search_path=old,pg_catalog,public')
    const { pool, close } = openDatabase(url.href)
    const findings = levels(await checkDatabase(pool, systemClock))
    await close()
    expect(findings).toMatchObject({ 'database version': 'bad', 'database connections': 'bad' })
  })

  it('that is far is worth a look', async () => {
    const port = await wayTo(Number(new URL(deps.databaseUrl).port), late(60))
    const { pool, close } = openDatabase(through(deps.databaseUrl, port))
    const findings = levels(await checkDatabase(pool, systemClock))
    await close()
    expect(findings['database latency']).toBe('warning')
  })
})

describe('a Redis', () => {
  it('that is too old is bad', async () => {
    const port = await wayTo(Number(new URL(redis.url).port), (chunk) =>
      Buffer.from(chunk.toString('latin1').replace(/(?<=redis_version:)\d/, '5'), 'latin1'),
    )
    expect(levels(await checkRedis(through(redis.url, port)))['queue version']).toBe('bad')
  })

  it('that is far is worth a look', async () => {
    const port = await wayTo(Number(new URL(redis.url).port), late(30))
    expect(levels(await checkRedis(through(redis.url, port)))['queue latency']).toBe('warning')
  })
})

it.runIf(process.platform === 'linux')('a full disk is bad', async () => {
  expect(await checkDisk('DATA_DIR', '/proc')).toMatchObject({
    level: 'bad',
    found: '0.0 GiB are free in /proc',
  })
})

describe('a shop as it should be', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const RECORDS: Record<string, string[][]> = {
    'example.com': [['v=spf1 include:_spf.example.net -all']],
    '_dmarc.example.com': [['v=DMARC1; p=reject']],
    'shop._domainkey.example.com': [
      [`v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`],
    ],
  }
  const resolver = { resolveTxt: async (name: string) => RECORDS[name] ?? [] }
  const ACCOUNT: Record<string, object[]> = {
    '/v1/payment_intents': [],
    '/v1/webhook_endpoints': [
      { url: 'https://shop.example.com/api/stripe/webhook', enabled_events: ['*'], status: 'enabled' },
    ],
    '/v1/payment_method_domains': [{ domain_name: 'shop.example.com' }],
  }
  let mailServer: TlsMailServer
  let env: Record<string, string>
  beforeAll(async () => {
    mailServer = await startTlsMailServer('starttls')
    open.push(mailServer)
    const stripe = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ object: 'list', data: ACCOUNT[pathname] }))
    })
    env = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://shop.example.com',
      TRUST_PROXY: '1',
      DATA_DIR: tmpdir(),
      DATABASE_URL: deps.databaseUrl,
      REDIS_URL: redis.url,
      SMTP_URL: `smtp://shop:secret@127.0.0.1:${mailServer.port}/?tls.ca=${encodeURIComponent(TEST_CERTIFICATE)}`,
      MAIL_FROM: 'Shop <shop@example.com>',
      DKIM_DOMAIN: 'example.com',
      DKIM_SELECTOR: 'shop',
      DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      STRIPE_API_BASE: `http://127.0.0.1:${await portOf(stripe)}`,
      BACKUP_DIR: tmpdir(),
      SELLER_NAME: 'Crosswind Ltd',
      SELLER_ADDRESS: '1 Taxiway, Little Crosswind',
      SELLER_VAT_NUMBER: 'GB123456789',
      SELLER_COMPANY_NUMBER: 'none',
    }
    const client = new Redis(redis.url)
    await client.config('SET', 'appendonly', 'yes')
    await client.quit()
  })

  /** The whole examination on the real clock, over the real mailer. */
  async function look(changes: Record<string, string> = {}): Promise<Finding[]> {
    const config = testConfig({ ...env, ...changes })
    const { smtpUrl, requireTls, from } = config.mail
    const mailer = createMailer({ smtpUrl: smtpUrl ?? '', requireTls, from })
    const findings = await examine({ ...deps, config, clock: systemClock, mailer }, resolver)
    await mailer.close()
    return findings
  }

  it('is green in every check', async () => {
    const now = { db: deps.db, clock: systemClock }
    await recordHeartbeat(now, 'workers')
    await recordHeartbeat(now, 'job:mail.sweep')
    const startedAt = systemClock.now()
    await deps.db.backupRun.create({ data: { id: 'run', kind: 'backup', startedAt, finishedAt: startedAt } })

    const findings = await look()
    expect(findings.filter(({ level }) => level !== 'good')).toEqual([])
    expect(findings.map(({ check }) => check).sort()).toEqual(
      [
        ...[
          'configuration',
          'database version',
          'database latency',
          'database connections',
          'clock',
          'migrations',
        ],
        ...['queue version', 'queue latency', 'queue memory', 'queue on disk'],
        ...['Stripe', 'webhook endpoint', 'wallets', 'mail server', 'SPF', 'DMARC', 'DKIM'],
        ...['disk of DATA_DIR', 'disk of BACKUP_DIR', 'workers', 'scheduled jobs', 'backups'],
      ].sort(),
    )
  })

  it('says what one setting does, and has a remedy for it', async () => {
    const findings = await look({ TRUST_PROXY: '' })
    const worse = findings.filter(({ level }) => level !== 'good')
    expect(worse).toMatchObject([{ check: 'configuration', level: 'warning' }])
    expect(worse[0]?.remedy).toBeTruthy()
  })

  it('is red where the mail server has another certificate', async () => {
    const findings = await look({ SMTP_URL: `smtp://shop:secret@127.0.0.1:${mailServer.port}` })
    expect(levels(findings)['mail server']).toBe('bad')
  })
})
