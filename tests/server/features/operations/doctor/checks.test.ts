import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkDatabase } from '#server/features/operations/doctor/check-database.ts'
import { checkBackups, checkDisk, checkSchedules } from '#server/features/operations/doctor/check-machine.ts'
import { checkMail, type TextResolver } from '#server/features/operations/doctor/check-mail.ts'
import { checkRedis } from '#server/features/operations/doctor/check-redis.ts'
import { checkStripe } from '#server/features/operations/doctor/check-stripe.ts'
import { examine } from '#server/features/operations/doctor/doctor.ts'
import type { Finding } from '#server/features/operations/doctor/finding.ts'
import { recordHeartbeat } from '#server/features/operations/heartbeats.ts'
import { openDatabase } from '#server/infra/db.ts'
import { WEBHOOK_EVENT_TYPES } from '#shared/operations/stripe-event-types.ts'
import { createTestDeps, type TestDeps, testConfig } from '#tests/support/deps.ts'
import { startRedis } from '#tests/support/redis.ts'

const HOUR = 3_600_000
const dead = 'postgresql://nobody:secret@127.0.0.1:9/none'

/** `check: level` of each finding. */
const levels = (findings: Finding[]) => Object.fromEntries(findings.map(({ check, level }) => [check, level]))
const levelOf = (findings: Finding[], check: string) => levels(findings)[check]

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('the database', () => {
  it('is good when it answers with this schema', async () => {
    const now = { now: () => new Date() }
    expect(new Set(Object.values(levels(await checkDatabase(deps.pool, now))))).toEqual(new Set(['good']))
  })

  it('is bad when it does not answer, and its password is not said', async () => {
    const { pool, close } = openDatabase(dead)
    const findings = await checkDatabase(pool, deps.clock)
    expect(levels(findings)).toEqual({ database: 'bad' })
    expect(JSON.stringify(findings)).not.toContain('secret')
    await close()
  })

  it.each([
    [1_000, 'good'],
    [3_000, 'warning'],
    [31_000, 'bad'],
  ])('with a clock that is %s ms away is %s', async (difference, level) => {
    const away = { now: () => new Date(Date.now() - difference) }
    expect(levelOf(await checkDatabase(deps.pool, away), 'clock')).toBe(level)
  })

  it('is bad with a migration of another version, and worth a look with one that is missing', async () => {
    const rename = 'update _prisma_migrations set migration_name = $2 where migration_name = $1'
    const names = ['20261125100001_backups', '20991231000000_unknown']
    await deps.pool.query(rename, names)
    expect(levelOf(await checkDatabase(deps.pool, deps.clock), 'migrations')).toBe('bad')
    await deps.pool.query('delete from _prisma_migrations where migration_name = $1', [names[1]])
    expect(levelOf(await checkDatabase(deps.pool, deps.clock), 'migrations')).toBe('warning')
  })
})

describe('Redis', () => {
  it('is bad when it evicts jobs or does not answer', async () => {
    const redis = await startRedis()
    expect(levels(await checkRedis(redis.url))).toMatchObject({
      'queue version': 'good',
      'queue memory': 'good',
      'queue on disk': 'warning',
    })
    const { Redis } = await import('ioredis')
    const client = new Redis(redis.url)
    await client.config('SET', 'maxmemory-policy', 'allkeys-lru')
    await client.quit()
    expect(levelOf(await checkRedis(redis.url), 'queue memory')).toBe('bad')
    await redis.close()
    expect(levels(await checkRedis(redis.url))).toEqual({ queue: 'bad' })
  })
})

describe('mail', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const published = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const config = testConfig({
    SMTP_URL: 'smtp://mail.example.com',
    MAIL_FROM: 'Shop <shop@example.com>',
    DKIM_DOMAIN: 'example.com',
    DKIM_SELECTOR: 'shop',
    DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  const RECORDS: Record<string, string[][]> = {
    'example.com': [['v=spf1 include:_spf.example.net -all'], ['other']],
    '_dmarc.example.com': [['v=DMARC1; p=reject']],
    'shop._domainkey.example.com': [['v=DKIM1; k=rsa; ', `p=${published}`]],
  }
  const dns = (records: Record<string, string[][]>): TextResolver => ({
    async resolveTxt(name) {
      const found = records[name]
      if (!found) throw Object.assign(new Error('queryTxt ENOTFOUND'), { code: 'ENOTFOUND' })
      return found
    },
  })
  const check = async (records: Record<string, string[][]>) =>
    levels(await checkMail({ ...deps, config }, dns(records)))

  it('is good with a server that answers and the three records', async () => {
    expect(await check(RECORDS)).toEqual({
      'mail server': 'warning',
      SPF: 'good',
      DMARC: 'good',
      DKIM: 'good',
    })
  })

  it('is bad with a server that refuses', async () => {
    const mailer = { ...deps.mailer, verify: () => Promise.reject(new Error('535 wrong password')) }
    const findings = await checkMail({ config, mailer }, dns(RECORDS))
    expect(levelOf(findings, 'mail server')).toBe('bad')
  })

  it.each([
    ['SPF', { 'example.com': [['other']] }],
    ['SPF', { 'example.com': [['v=spf1 -all'], ['v=spf1 ~all']] }],
    ['DMARC', { '_dmarc.example.com': [] }],
    ['DKIM', { 'shop._domainkey.example.com': [['v=DKIM1; p=MIIBother']] }],
  ])('is bad without a right record of %s', async (name, records) => {
    expect((await check({ ...RECORDS, ...records }))[name]).toBe('bad')
  })

  it('does not take a silent DNS for a missing record', async () => {
    const silent = {
      resolveTxt: () => Promise.reject(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' })),
    }
    expect(levels(await checkMail({ ...deps, config }, silent))).toMatchObject({
      SPF: 'warning',
      DKIM: 'warning',
    })
  })
})

describe('Stripe', () => {
  const WHOLE = ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled']
  const URL_OF_HOOK = 'https://shop.example.com/api/stripe/webhook'
  let server: Server
  let account: Record<string, unknown>
  let port: number
  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname
      const data = account[path]
      response.writeHead(data === undefined ? 401 : 200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify(
          data === undefined
            ? { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }
            : { object: 'list', data },
        ),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterAll(() => server.close())
  afterEach(() => {
    account = {}
  })

  const endpoint = (over: object = {}) => ({
    url: URL_OF_HOOK,
    enabled_events: ['*'],
    status: 'enabled',
    ...over,
  })
  async function check(found: { endpoints?: object[]; domains?: object[] }, publishable = 'pk_live_1') {
    account = {
      '/v1/payment_intents': [],
      '/v1/webhook_endpoints': found.endpoints ?? [endpoint()],
      '/v1/payment_method_domains': found.domains ?? [{ domain_name: 'shop.example.com' }],
    }
    return levels(await checkStripe(configOf(publishable)))
  }
  const configOf = (publishable: string) =>
    testConfig({
      PUBLIC_URL: 'https://shop.example.com',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: publishable,
      STRIPE_API_BASE: `http://127.0.0.1:${port}`,
    })

  it('is good with live keys, one whole endpoint and the domain', async () => {
    expect(await check({})).toEqual({ Stripe: 'good', 'webhook endpoint': 'good', wallets: 'good' })
  })

  it('is bad with a key that it does not know', async () => {
    account = {}
    expect(levels(await checkStripe(configOf('pk_live_1')))).toEqual({ Stripe: 'bad' })
  })

  it('is bad with keys of two modes', async () => {
    expect((await check({}, 'pk_test_1')).Stripe).toBe('bad')
  })

  it.each([
    ['none', []],
    ['one that is disabled', [endpoint({ status: 'disabled' })]],
    ['one that leaves events out', [endpoint({ enabled_events: WHOLE })]],
    ['one of another address', [endpoint({ url: 'https://old.example.com/api/stripe/webhook' })]],
  ])('is bad with %s for an endpoint', async (_which, endpoints) => {
    expect((await check({ endpoints }))['webhook endpoint']).toBe('bad')
  })

  it('names every event that an endpoint has to send', async () => {
    await check({ endpoints: [] })
    const found = await checkStripe(configOf('pk_live_1'))
    const remedy = found.find((finding) => finding.check === 'webhook endpoint')?.remedy
    for (const type of WEBHOOK_EVENT_TYPES) expect(remedy).toContain(type)
  })

  it('is worth a look without the domain for wallets', async () => {
    expect((await check({ domains: [] })).wallets).toBe('warning')
  })

  it.each(['apple_pay', 'google_pay'])(
    'is worth a look where %s is registered and does not show',
    async (wallet) => {
      const status = { status: 'inactive', status_details: { error_message: 'The file is outdated.' } }
      const active = { apple_pay: { status: 'active' }, google_pay: { status: 'active' } }
      const domain = { domain_name: 'shop.example.com', ...active }
      expect((await check({ domains: [domain] })).wallets).toBe('good')
      expect((await check({ domains: [{ ...domain, [wallet]: status }] })).wallets).toBe('warning')
    },
  )
})

describe('the machine', () => {
  it('is bad where a folder is missing', async () => {
    expect((await checkDisk('DATA_DIR', tmpdir())).check).toBe('disk of DATA_DIR')
    expect((await checkDisk('BACKUP_DIR', '/nowhere/at/all')).level).toBe('bad')
  })

  it('is bad without workers, and with a scheduled job that has not succeeded for hours', async () => {
    expect(levels(await checkSchedules(deps))).toEqual({ workers: 'bad', 'scheduled jobs': 'good' })
    await recordHeartbeat(deps, 'workers')
    await recordHeartbeat(deps, 'job:mail.sweep')
    expect(levels(await checkSchedules(deps))).toEqual({ workers: 'good', 'scheduled jobs': 'good' })
    deps.clock.advance(3 * HOUR)
    expect(levels(await checkSchedules(deps))).toEqual({ workers: 'bad', 'scheduled jobs': 'bad' })
  })

  it('is bad when the last good backup is 36 hours old', async () => {
    expect((await checkBackups(deps)).level).toBe('warning')
    const nightly = { ...deps, config: testConfig({ BACKUP_DIR: tmpdir() }) }
    expect((await checkBackups(nightly)).level).toBe('bad')
    const startedAt = deps.clock.now()
    await deps.db.backupRun.create({ data: { id: 'run', kind: 'backup', startedAt, finishedAt: startedAt } })
    expect((await checkBackups(nightly)).level).toBe('good')
    deps.clock.advance(36 * HOUR)
    expect((await checkBackups(nightly)).level).toBe('bad')
  })

  it('is examined as a whole, and nothing throws', async () => {
    const { pool, prisma: db, close } = openDatabase(dead)
    const findings = await examine({ ...deps, pool, db })
    expect(levels(findings)).toMatchObject({
      database: 'bad',
      'scheduled jobs': 'bad',
      backups: 'bad',
      Stripe: 'warning',
    })
    expect(findings.filter(({ level, remedy }) => level !== 'good' && !remedy)).toEqual([])
    await close()
  })
})
