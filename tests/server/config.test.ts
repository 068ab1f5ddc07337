import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { variables } from '#server/config/variables.ts'
import { loadConfig } from '#server/config.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'config-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const live = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://shop:pw@db.example/shop',
  REDIS_URL: 'redis://redis.example:6379',
  SMTP_URL: 'smtp://user:pw@mail.example:587',
  MAIL_FROM: 'Crosswind <shop@example.com>',
  PUBLIC_URL: 'https://shop.example.com/',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SESSION_SECRET: 's'.repeat(32),
  DATA_KEY: `${'d'.repeat(32)}, ${'e'.repeat(40)}`,
  SELLER_NAME: 'Crosswind Ltd',
  SELLER_ADDRESS: '1 Taxiway, Little Crosswind',
  SELLER_VAT_NUMBER: 'GB123456789',
  SELLER_COMPANY_NUMBER: '01234567',
}

function load(env: Record<string, string | undefined>) {
  return loadConfig({ DATA_DIR: dataDir, ...env })
}

function errorsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

function namesIn(errors: readonly string[]): string[] {
  return errors.map((error) => error.split(' ')[0] ?? '')
}

describe('with nothing configured', () => {
  it('every part is the demo one', () => {
    const config = load({})
    expect(config.parts).toEqual({
      database: 'embedded',
      queue: 'postgres',
      payments: 'sandbox',
      mail: 'mailbox',
      media: 'samples',
    })
    expect(config).toMatchObject({
      stamp: 'demo',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      hasSecureCookies: false,
      trustProxy: false,
      workers: 'inline',
      vatRates: [{ from: null, rate: 0.2 }],
      databaseUrl: null,
      redisUrl: null,
      notices: [],
      admin: { email: null, password: null },
    })
  })

  it('the seller is made up, VAT number included', () => {
    expect(load({}).seller).toEqual({
      name: 'Made-up Films Ltd',
      address: '1 Example Street, Little Crosswind, ZZ9 9ZZ',
      email: 'instructor@example.com',
      companyNumber: '00000000',
      vatNumber: 'GB000000000',
    })
  })

  it('secrets are made once and kept', () => {
    const first = load({})
    const second = load({})
    expect(second.sessionSecrets).toEqual(first.sessionSecrets)
    expect(second.dataKeys).toEqual(first.dataKeys)
    expect(second.stripe.webhookSecret).toBe(first.stripe.webhookSecret)
    expect(first.sessionSecrets).not.toEqual(first.dataKeys)
    expect(first.sessionSecrets[0]).toHaveLength(43)
  })

  it('a blank variable counts as unset', () => {
    const blank = Object.fromEntries(Object.keys(variables.shape).map((name) => [name, '  ']))
    expect(loadConfig({ ...blank, DATA_DIR: dataDir })).toEqual(load({}))
  })
})

describe('each part by itself', () => {
  it.each([
    ['database', { DATABASE_URL: 'postgres://u:p@h/d' }, { database: 'external' }],
    ['queue', { REDIS_URL: 'rediss://h' }, { queue: 'redis' }],
    ['mail', { SMTP_URL: 'smtps://h' }, { mail: 'smtp' }],
    ['films on disk', { MEDIA_DIR: '/films' }, { media: 'disk' }],
    [
      'payments',
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      { payments: 'stripe' },
    ],
    ['another payment API', { STRIPE_API_BASE: 'http://localhost:12111' }, { payments: 'other' }],
  ])('%s is live as soon as it is configured, and demands nothing else', (_name, env, parts) => {
    expect(load(env).parts).toEqual({ ...load({}).parts, ...parts })
  })

  it.each([
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'Payments stay in the sandbox'],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      "Stripe's webhooks are refused",
    ],
    [{ DKIM_DOMAIN: 'example.com' }, 'Mail is not signed: DKIM_SELECTOR and DKIM_PRIVATE_KEY is missing.'],
    [{ ADMIN_EMAIL: 'a@example.com' }, 'No admin is made from half a pair: ADMIN_PASSWORD is missing.'],
  ])('%j falls back and says so', (env, words) => {
    expect(load(env).notices.join(' ')).toContain(words)
  })

  it('binds every address only where the mailbox is not shown', () => {
    expect(load({ SMTP_URL: 'smtp://h' }).host).toBe('0.0.0.0')
    expect(load({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  })

  it('is stamped live once the Stripe keys are there', () => {
    expect(load({ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }).stamp).toBe('test')
    expect(load({ STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }).stamp).toBe('live')
    expect(load({ STRIPE_API_BASE: 'https://stripe.example' }).stamp).toBe('demo')
  })
})

describe('values', () => {
  it('are brought into shape', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const config = load({
      PORT: '8080',
      PUBLIC_URL: 'https://Shop.example.com/',
      TRUST_PROXY: '2',
      STRIPE_API_BASE: 'http://localhost:12111',
      SESSION_SECRET: `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
      MAIL_FROM: 'Crosswind <shop@example.com>',
      VAT_RATE: '0.175',
      DKIM_DOMAIN: 'example.com',
      DKIM_SELECTOR: 's1',
      DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
    })
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'https://shop.example.com',
      hasSecureCookies: true,
      trustProxy: 2,
      sessionSecrets: ['a'.repeat(32), 'b'.repeat(32)],
      vatRates: [{ from: null, rate: 0.175 }],
      seller: { email: 'shop@example.com' },
      stripe: { apiBase: { protocol: 'http', host: 'localhost', port: 12111 } },
      mail: { from: 'Crosswind <shop@example.com>', dkim: { privateKey: pem } },
    })
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'shop.example.com'],
    ['PUBLIC_URL', 'https://shop.example.com/films'],
    ['TRUST_PROXY', 'foo'],
    ['LOG_LEVEL', 'loud'],
    ['WORKERS', 'yes'],
    ['DEMO', 'maybe'],
    ['DATABASE_URL', 'mysql://h/d'],
    ['REDIS_URL', 'localhost'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'Shop'],
    ['SUPPORT_EMAIL', 'me'],
    ['DKIM_PRIVATE_KEY', 'abc'],
    ['MAIL_WEBHOOK_SECRET', 'short'],
    ['SES_TOPIC_ARN', 'arn:aws:sns:evil.example/:123456789012:bounces'],
    ['POSTMARK_WEBHOOK_SECRET', 'short'],
    ['RESEND_WEBHOOK_SECRET', 're_1234567890123456'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['SESSION_SECRET', `${'a'.repeat(32)},short`],
    ['DATA_KEY', ','],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_PASSWORD', 'short'],
    ['VAT_RATE', '20'],
    ['VAT_RATE', '-0.2'],
    ['VAT_RATE', '0.00001'],
    ['METRICS_TOKEN', 'short'],
    ['ANALYTICS_SCRIPT_URL', 'http://a.example/x.js'],
  ])('%s refuses %s', (name, value) => {
    expect(namesIn(errorsOf({ [name]: value }))).toEqual([name])
  })

  it('never come back in an error', () => {
    const errors = errorsOf({
      SESSION_SECRET: 'PLANTED',
      STRIPE_SECRET_KEY: 'PLANTED',
      ADMIN_PASSWORD: 'PLANTED',
    })
    expect(errors).toHaveLength(3)
    expect(errors.join()).not.toContain('PLANTED')
  })
})

describe('in production', () => {
  it('a complete environment starts with no demo part', () => {
    const config = load(live)
    expect(config.parts).toEqual({
      database: 'external',
      queue: 'redis',
      payments: 'stripe',
      mail: 'smtp',
      media: 'disk',
    })
    expect(config).toMatchObject({
      isProduction: true,
      stamp: 'live',
      host: '0.0.0.0',
      publicUrl: 'https://shop.example.com',
    })
    expect(config.media.dir).toBe(join(dataDir, 'media'))
    expect(existsSync(join(dataDir, 'session-secret'))).toBe(false)
  })

  it('an empty one names everything that is missing at once', () => {
    expect(namesIn(errorsOf({ NODE_ENV: 'production' })).sort()).toEqual(
      Object.keys(live)
        .filter((name) => name !== 'NODE_ENV')
        .sort(),
    )
  })

  it.each(Object.keys(live).filter((name) => name !== 'NODE_ENV'))('%s cannot be left out', (name) => {
    expect(namesIn(errorsOf({ ...live, [name]: undefined }))).toEqual([name])
  })

  it('an address without https is refused, unless it is a demo', () => {
    for (const PUBLIC_URL of ['http://shop.example.com', 'HTTP://shop.example.com', 'http://localhost:3000'])
      expect(namesIn(errorsOf({ ...live, PUBLIC_URL }))).toEqual(['PUBLIC_URL'])
    expect(errorsOf({ ...live, PUBLIC_URL: 'http://localhost:3000', DEMO: '1' })).toEqual([])
  })

  it('missing and malformed variables are named together', () => {
    expect(namesIn(errorsOf({ ...live, PORT: 'abc', DATABASE_URL: '', VAT_RATE: '20' })).sort()).toEqual([
      'DATABASE_URL',
      'PORT',
      'VAT_RATE',
    ])
  })

  it('a seller without a VAT number has to charge none', () => {
    const without = { ...live, SELLER_VAT_NUMBER: undefined }
    expect(namesIn(errorsOf({ ...live, SELLER_VAT_NUMBER: 'none' }))).toEqual(['SELLER_VAT_NUMBER'])
    const { vatRates, payoutVatRates, seller } = load({ ...without, VAT_RATE: '0' })
    expect([vatRates[0].rate, payoutVatRates[0].rate, seller.vatNumber]).toEqual([0, 0.2, null])
    const later = '0,0.2 from 2027-04-01'
    expect(namesIn(errorsOf({ ...without, VAT_RATE: later }))).toEqual(['SELLER_VAT_NUMBER'])
  })

  it('a sole trader has no company number', () => {
    expect(load({ ...live, SELLER_COMPANY_NUMBER: 'none' }).seller.companyNumber).toBeNull()
  })

  it('a half-configured part is an error', () => {
    expect(namesIn(errorsOf({ ...live, DKIM_DOMAIN: 'example.com' }))).toEqual([
      'DKIM_SELECTOR',
      'DKIM_PRIVATE_KEY',
    ])
    expect(namesIn(errorsOf({ ...live, ADMIN_EMAIL: 'a@example.com' }))).toEqual(['ADMIN_PASSWORD'])
  })

  it('DEMO=1 lets it run on demo parts', () => {
    expect(load({ NODE_ENV: 'production', DEMO: '1' }).parts).toEqual(load({}).parts)
    expect(errorsOf({ NODE_ENV: 'production', DEMO: '0' })).not.toEqual([])
  })
})

it('outside production a seller without a VAT number charges none', () => {
  const { vatRates, seller } = load({ SELLER_VAT_NUMBER: 'none' })
  expect([vatRates[0].rate, seller.vatNumber]).toEqual([0, null])
})

it('.env.example lists every variable and no other', () => {
  const listed = readFileSync('.env.example', 'utf8').match(/^[A-Z0-9_]+(?==)/gm) ?? []
  expect([...listed].sort()).toEqual(Object.keys(variables.shape).sort())
})
