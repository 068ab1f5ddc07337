import { z } from 'zod'
import { sellerAddressMaxLength, sellerNameMaxLength, sellerNumberMaxLength } from '#shared/limits.ts'
import * as value from './values.ts'

/** The whole environment of the shop, each variable by itself; .env.example says what each is for. */
export const variables = z.object({
  NODE_ENV: value.text.optional(),
  DEMO: value.flag.optional(),
  DEMO_YEAR: value.flag.optional(),

  PORT: value.port.optional(),
  HOST: value.text.optional(),
  PUBLIC_URL: value.origin.optional(),
  TRUST_PROXY: value.trustProxy.optional(),
  DATA_DIR: value.text.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be one of fatal, error, warn, info, debug, trace, silent',
    })
    .optional(),
  WORKER_PORT: value.port.optional(),
  WORKERS: z.enum(['inline', 'off'], { error: 'must be inline or off' }).optional(),

  DATABASE_URL: value.urlOf('postgresql', 'postgres').optional(),
  REDIS_URL: value.urlOf('redis', 'rediss').optional(),

  SMTP_URL: value.urlOf('smtp', 'smtps').optional(),
  SMTP_ALLOW_PLAINTEXT: value.flag.optional(),
  MAIL_FROM: value.sender.optional(),
  SUPPORT_EMAIL: value.email.optional(),
  DKIM_DOMAIN: value.text.optional(),
  DKIM_SELECTOR: value.text.optional(),
  DKIM_PRIVATE_KEY: value.dkimKey.optional(),
  MAIL_WEBHOOK_SECRET: value.longSecret.optional(),
  SES_TOPIC_ARN: value.topicArn.optional(),
  POSTMARK_WEBHOOK_SECRET: value.longSecret.optional(),
  RESEND_WEBHOOK_SECRET: value.svixSecret.optional(),
  MAIL_RATE_PER_SECOND: value.countUpTo(1_000_000).optional(),
  MAIL_CONCURRENCY: value.countUpTo(500).optional(),

  STRIPE_SECRET_KEY: value.stripeKey('sk_', 'rk_').optional(),
  STRIPE_PUBLISHABLE_KEY: value.stripeKey('pk_').optional(),
  STRIPE_WEBHOOK_SECRET: value.stripeKey('whsec_').optional(),
  STRIPE_API_BASE: value.origin.optional(),
  APPLE_PAY_DOMAIN_FILE: value.text.optional(),

  SESSION_SECRET: value.secretList.optional(),
  DATA_KEY: value.secretList.optional(),
  ADMIN_EMAIL: value.email.optional(),
  ADMIN_PASSWORD: value.text.min(8, 'must be at least 8 characters').optional(),
  METRICS_TOKEN: value.longSecret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: value.urlOf('http', 'https').optional(),
  ALERT_WEBHOOK_URL: value.webhook.optional(),
  ALERT_WEBHOOK_SECRET: value.svixSecret.optional(),

  VAT_RATE: value.vatRates.optional(),
  SELLER_NAME: value.textUpTo(sellerNameMaxLength).optional(),
  SELLER_ADDRESS: value.textUpTo(sellerAddressMaxLength).optional(),
  SELLER_VAT_NUMBER: value.textUpTo(sellerNumberMaxLength).optional(),
  SELLER_COMPANY_NUMBER: value.textUpTo(sellerNumberMaxLength).optional(),

  INSTRUCTOR_NAME: value.textUpTo(sellerNameMaxLength).optional(),
  INSTRUCTOR_LICENCE: value.textUpTo(sellerNameMaxLength).optional(),
  INSTRUCTOR_PICTURE: value.picture.optional(),

  MEDIA_DIR: value.text.optional(),
  MEDIA_ACCEL_PREFIX: value.pathPrefix.optional(),
  MEDIA_S3_ENDPOINT: value.urlOf('https', 'http').optional(),
  MEDIA_S3_REGION: value.textUpTo(100).optional(),
  MEDIA_S3_BUCKET: value.bucket.optional(),
  MEDIA_S3_ACCESS_KEY_ID: value.textUpTo(200).optional(),
  MEDIA_S3_SECRET_ACCESS_KEY: value.textUpTo(200).optional(),
  MEDIA_MAX_BYTES: value.countUpTo(Number.MAX_SAFE_INTEGER).optional(),
  MAX_STREAMS: value.countUpTo(100).optional(),

  BACKUP_DIR: value.text.optional(),
  BACKUP_KEY: value.secretList.optional(),
  BACKUP_FILMS: value.flag.optional(),

  ANALYTICS_SCRIPT_URL: value.urlOf('https').optional(),
})

export type Variables = z.infer<typeof variables>
export type VariableName = keyof Variables

/** Variables that are of use only together. */
export const groups = {
  DKIM: ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY'],
  admin: ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  storage: [
    'MEDIA_S3_ENDPOINT',
    'MEDIA_S3_REGION',
    'MEDIA_S3_BUCKET',
    'MEDIA_S3_ACCESS_KEY_ID',
    'MEDIA_S3_SECRET_ACCESS_KEY',
  ],
} as const satisfies Record<string, readonly VariableName[]>

/** The members of a group that are missing while others are set. */
export function missingOf(
  group: keyof typeof groups,
  isSet: (name: VariableName) => boolean,
): VariableName[] {
  const names: readonly VariableName[] = groups[group]
  const missing = names.filter((name) => !isSet(name))
  return missing.length === names.length ? [] : missing
}
