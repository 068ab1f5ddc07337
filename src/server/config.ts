import { join, resolve } from 'node:path'
import { payoutVatPercent } from '#shared/limits.ts'
import type { VatRates } from '#shared/money/vat-rates.ts'
import { ConfigError } from './config/config-error.ts'
import { findStorage, mediaErrors } from './config/media.ts'
import { chooseParts, chooseStamp, findNotices, type Parts, requiresMailTls } from './config/parts.ts'
import { addressErrors, halfErrors, productionErrors } from './config/production.ts'
import { addressOf } from './config/values.ts'
import { type VariableName, type Variables, variables } from './config/variables.ts'
import type { LogLevel } from './infra/log.ts'
import type { S3Settings } from './infra/media-s3.ts'
import { keptSecret } from './infra/secrets.ts'

type Seller = {
  name: string
  address: string
  email: string
  companyNumber: string | null
  vatNumber: string | null
}

export type Config = {
  isProduction: boolean
  parts: Parts
  /** What the database is stamped with: by Stripe's keys, those of its test mode or live ones; demo without any. */
  stamp: 'live' | 'test' | 'demo'
  /** A new demo whose parts are all its own begins with a year of made-up trade. */
  hasDemoYear: boolean
  port: number
  host: string
  /** Without a slash at its end. */
  publicUrl: string
  hasSecureCookies: boolean
  trustProxy: boolean | number | string
  dataDir: string
  logLevel: LogLevel
  workers: 'inline' | 'off'
  /** Where `npm run worker` answers for its health and metrics; null: nowhere. */
  workerPort: number | null
  /** Null: the embedded one, whose address is known once it runs. */
  databaseUrl: string | null
  /** Null: the queue lives in the database. */
  redisUrl: string | null
  mail: {
    /** Null: the demo mailbox. */
    smtpUrl: string | null
    /** No mail goes to `smtpUrl` without TLS and a verified certificate. */
    requireTls: boolean
    from: string
    dkim: { domain: string; selector: string; privateKey: string } | null
    webhookSecret: string | null
    /** The topic of Amazon SNS that Amazon SES reports to. */
    sesTopicArn: string | null
    postmarkSecret: string | null
    resendSecret: string | null
    /** Of campaigns to many, all workers together. */
    ratePerSecond: number
    /** Mails of one campaign under way at once, each over a connection of its own. */
    concurrency: number
  }
  stripe: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    /** Null: Stripe itself, or the sandbox where `parts.payments` says so. */
    apiBase: { protocol: 'http' | 'https'; host: string; port: number } | null
  }
  /** Where the text lies by which Apple knows the shop's domain; there may be none. */
  applePayDomainFile: string
  /** Newest first. */
  sessionSecrets: readonly string[]
  /** Newest first. */
  dataKeys: readonly string[]
  /** Null: the demo admin's. */
  admin: { email: string | null; password: string | null }
  metricsToken: string | null
  /** Whether spans are recorded and sent to OTEL_EXPORTER_OTLP_ENDPOINT. */
  isTraced: boolean
  /** Null: mail alone reports an outage. */
  alertWebhookUrl: string | null
  /** Null: what is posted there is not signed. */
  alertWebhookSecret: string | null
  /** Of the sales; 0 where the seller has no VAT number. */
  vatRates: VatRates
  /** Of what registered referers are paid, whose VAT is theirs and not the seller's. */
  payoutVatRates: VatRates
  seller: Seller
  /** Null until INSTRUCTOR_NAME says who teaches; a demo makes one up. */
  instructor: { name: string; licence: string | null; pictureFile: string | null } | null
  media: {
    /** Null where `parts.media` is the sample videos or S3-compatible storage. */
    dir: string | null
    s3: S3Settings | null
    /** The path under which nginx in front of the shop knows the folder of the videos; null: the shop sends them. */
    accelPrefix: string | null
    /** The most bytes an uploaded video may have. */
    maxBytes: number
  }
  /** How many videos a student may have running at the same moment. */
  maxStreams: number
  backup: {
    /** Where the nightly backups go; null: none are made by themselves. */
    dir: string | null
    /** Newest first: the first encrypts, any of them opens. */
    keys: readonly string[]
    hasMedia: boolean
  }
  analyticsScriptUrl: string | null
  /** Names of the variables that are set; their values are in the fields above. */
  isSet: ReadonlySet<string>
  /** Settings that have no effect, for the terminal. */
  notices: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

const DEFAULT_VAT_RATES: VatRates = [{ from: null, rate: 0.2 }]
const NO_VAT: VatRates = [{ from: null, rate: 0 }]
const DEFAULT_MAX_STREAMS = 2
const DEFAULT_MEDIA_MAX_BYTES = 8 * 1024 ** 3
/** As Apple and Stripe name it. */
const APPLE_PAY_DOMAIN_FILE = 'apple-developer-merchantid-domain-association'
const NONE = /^none$/i

/**
 * Reads the environment once. A variable that is set but blank counts as unset. Secrets that are not set are generated and stored in
 * DATA_DIR, except in production. Throws `ConfigError` that names every error at once.
 */
export function loadConfig(env: Environment): Config {
  const given = withoutBlanks(env)
  const isLive = isLiveShop(given)
  const parsed = variables.safeParse(given)
  const errors = [
    ...mediaErrors(given),
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []),
    ...(isLive
      ? [
          ...productionErrors((name) => isSet(given, name), chargesVat(given)),
          ...addressErrors(given.PUBLIC_URL),
        ]
      : halfErrors('storage', (name) => isSet(given, name))),
  ]
  if (!parsed.success || errors.length) throw new ConfigError(errors)
  return assemble(parsed.data, isLive)
}

function assemble(set: Variables, isLive: boolean): Config {
  const parts = chooseParts(set, isLive)
  const port = set.PORT ?? 3000
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${port}`
  const dataDir = resolve(set.DATA_DIR ?? '.data')
  const seller = describeSeller(set, isLive)
  const keep = (name: string) => keptSecret(dataDir, name)
  return {
    isProduction: set.NODE_ENV === 'production',
    parts,
    stamp: chooseStamp(set),
    hasDemoYear: (set.DEMO_YEAR ?? true) && parts.database === 'embedded' && parts.payments === 'sandbox',
    port,
    // The demo mailbox shows sign-in codes to every visitor.
    host: set.HOST ?? (parts.mail === 'mailbox' ? '127.0.0.1' : '0.0.0.0'),
    publicUrl,
    hasSecureCookies: publicUrl.startsWith('https:'),
    trustProxy: set.TRUST_PROXY ?? false,
    dataDir,
    logLevel: set.LOG_LEVEL ?? 'info',
    workers: set.WORKERS ?? 'inline',
    workerPort: set.WORKER_PORT ?? null,
    databaseUrl: set.DATABASE_URL ?? null,
    redisUrl: set.REDIS_URL ?? null,
    mail: {
      smtpUrl: set.SMTP_URL ?? null,
      requireTls: requiresMailTls(set),
      from: senderOf(set, seller),
      dkim: findDkim(set),
      webhookSecret: set.MAIL_WEBHOOK_SECRET ?? null,
      sesTopicArn: set.SES_TOPIC_ARN ?? null,
      postmarkSecret: set.POSTMARK_WEBHOOK_SECRET ?? null,
      resendSecret: set.RESEND_WEBHOOK_SECRET ?? null,
      ratePerSecond: set.MAIL_RATE_PER_SECOND ?? 20,
      concurrency: set.MAIL_CONCURRENCY ?? 10,
    },
    stripe: {
      secretKey: set.STRIPE_SECRET_KEY ?? 'sk_test_sandbox',
      publishableKey: set.STRIPE_PUBLISHABLE_KEY ?? 'pk_test_sandbox',
      webhookSecret: set.STRIPE_WEBHOOK_SECRET ?? `whsec_${keep('stripe-webhook-secret')}`,
      apiBase: set.STRIPE_API_BASE ? splitOrigin(set.STRIPE_API_BASE) : null,
    },
    applePayDomainFile: resolve(set.APPLE_PAY_DOMAIN_FILE ?? join(dataDir, APPLE_PAY_DOMAIN_FILE)),
    sessionSecrets: set.SESSION_SECRET ?? [keep('session-secret')],
    dataKeys: set.DATA_KEY ?? [keep('data-key')],
    admin: { email: set.ADMIN_EMAIL ?? null, password: set.ADMIN_PASSWORD ?? null },
    metricsToken: set.METRICS_TOKEN ?? null,
    isTraced: set.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    alertWebhookUrl: set.ALERT_WEBHOOK_URL ?? null,
    alertWebhookSecret: set.ALERT_WEBHOOK_SECRET ?? null,
    vatRates: seller.vatNumber === null ? NO_VAT : (set.VAT_RATE ?? DEFAULT_VAT_RATES),
    payoutVatRates: payoutRatesOf(set.VAT_RATE ?? DEFAULT_VAT_RATES),
    seller,
    instructor: describeInstructor(set, !isLive && parts.payments === 'sandbox'),
    media: {
      dir: chooseMediaDir(set, parts, dataDir),
      s3: findStorage(set),
      accelPrefix: set.MEDIA_ACCEL_PREFIX ?? null,
      maxBytes: set.MEDIA_MAX_BYTES ?? DEFAULT_MEDIA_MAX_BYTES,
    },
    maxStreams: set.MAX_STREAMS ?? DEFAULT_MAX_STREAMS,
    backup: {
      dir: set.BACKUP_DIR === undefined ? null : resolve(set.BACKUP_DIR),
      keys: set.BACKUP_KEY ?? [keep('backup-key')],
      hasMedia: set.BACKUP_FILMS ?? true,
    },
    analyticsScriptUrl: set.ANALYTICS_SCRIPT_URL ?? null,
    isSet: new Set(Object.keys(set)),
    notices: findNotices(set, parts, isLive),
  }
}

function withoutBlanks(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
}

function isLiveShop(given: Environment): boolean {
  return given.NODE_ENV === 'production' && !variables.shape.DEMO.safeParse(given.DEMO).data
}

function chargesVat(given: Environment): boolean {
  const rates = variables.shape.VAT_RATE.safeParse(given.VAT_RATE).data ?? DEFAULT_VAT_RATES
  return rates.some(({ rate }) => rate > 0)
}

/** The same days; where the seller charges nothing, the rate that a registered referer charges all the same. */
function payoutRatesOf([first, ...later]: VatRates): VatRates {
  const rateOf = (rate: number) => (rate > 0 ? rate : payoutVatPercent / 100)
  return [
    { from: null, rate: rateOf(first.rate) },
    ...later.map(({ from, rate }) => ({ from, rate: rateOf(rate) })),
  ]
}

/** "none" answers the question for a VAT number with no, which is as good as no number. */
function isSet(given: Environment, name: VariableName): boolean {
  return given[name] !== undefined && !(name === 'SELLER_VAT_NUMBER' && NONE.test(given[name]))
}

/** A demo makes one up, so that the pages of its videos are whole; no other shop names a teacher that its owner did not. */
function describeInstructor(set: Variables, isDemo: boolean): Config['instructor'] {
  const { INSTRUCTOR_NAME: name, INSTRUCTOR_LICENCE: licence = null, INSTRUCTOR_PICTURE: picture } = set
  if (name === undefined) {
    return isDemo
      ? {
          name: 'Robin Example',
          licence: 'Flying instructor, FI(A), with a commercial licence, CPL(A). Made up for this demo.',
          pictureFile: null,
        }
      : null
  }
  return { name, licence, pictureFile: picture === undefined ? null : resolve(picture) }
}

/** Unset, it is plainly fictional, so that a demo invoice cannot pass for a real one. */
function describeSeller(set: Variables, isLive: boolean): Seller {
  const number = (value: string | undefined, madeUp: string) => {
    if (value === undefined) return isLive ? null : madeUp
    return NONE.test(value) ? null : value
  }
  return {
    name: set.SELLER_NAME ?? 'Made-up Films Ltd',
    address: set.SELLER_ADDRESS ?? '1 Example Street, Little Crosswind, ZZ9 9ZZ',
    email: set.SUPPORT_EMAIL ?? addressOf(set.MAIL_FROM ?? 'instructor@example.com'),
    companyNumber: number(set.SELLER_COMPANY_NUMBER, '00000000'),
    vatNumber: number(set.SELLER_VAT_NUMBER, 'GB000000000'),
  }
}

function senderOf(set: Variables, seller: Seller): string {
  return set.MAIL_FROM ?? `${JSON.stringify(seller.name)} <${seller.email}>`
}

function findDkim({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY }: Variables): Config['mail']['dkim'] {
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_PRIVATE_KEY) return null
  return { domain: DKIM_DOMAIN, selector: DKIM_SELECTOR, privateKey: DKIM_PRIVATE_KEY }
}

function chooseMediaDir(set: Variables, parts: Parts, dataDir: string): string | null {
  return parts.media === 'disk' ? resolve(set.MEDIA_DIR ?? `${dataDir}/media`) : null
}

function splitOrigin(origin: string): NonNullable<Config['stripe']['apiBase']> {
  const url = new URL(origin)
  const protocol = url.protocol === 'https:' ? 'https' : 'http'
  return { protocol, host: url.hostname, port: Number(url.port || (protocol === 'https' ? 443 : 80)) }
}
