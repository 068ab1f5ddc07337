import { proxyTrustOf } from '#server/features/operations/go-live.ts'
import { missingOf, type VariableName, type Variables } from './variables.ts'

/** Which real thing stands at the far end of each part; the first of each is what an empty environment gets. */
export type Parts = {
  database: 'embedded' | 'external'
  queue: 'postgres' | 'redis'
  payments: 'sandbox' | 'stripe' | 'other'
  mail: 'mailbox' | 'smtp'
  media: 'samples' | 'disk' | 's3'
}

/**
 * Decides demo or live for each part by itself (requirements §2). A live shop never shows the sample videos: where nothing
 * says where its videos are, they are under DATA_DIR.
 */
export function chooseParts(set: Variables, isLive: boolean): Parts {
  return {
    database: set.DATABASE_URL ? 'external' : 'embedded',
    queue: set.REDIS_URL ? 'redis' : 'postgres',
    payments: choosePayments(set),
    mail: set.SMTP_URL ? 'smtp' : 'mailbox',
    media: chooseMedia(set, isLive),
  }
}

function chooseMedia(set: Variables, isLive: boolean): Parts['media'] {
  if (set.MEDIA_S3_BUCKET) return 's3'
  return set.MEDIA_DIR || isLive ? 'disk' : 'samples'
}

function choosePayments(set: Variables): Parts['payments'] {
  if (set.STRIPE_API_BASE) return 'other'
  return hasStripeKeys(set) ? 'stripe' : 'sandbox'
}

/** A secret or a restricted key of Stripe's test mode. */
const TEST_KEY = /^(sk|rk)_test_/

/** Whether the pair is there that a payment needs: one key for the server, one for the browser. */
function hasStripeKeys(set: Variables): boolean {
  return set.STRIPE_SECRET_KEY !== undefined && set.STRIPE_PUBLISHABLE_KEY !== undefined
}

/** Payments of Stripe's test mode are no sales: they get a database of their own, as the sandbox's do. */
export function chooseStamp(set: Variables): 'live' | 'test' | 'demo' {
  if (!hasStripeKeys(set)) return 'demo'
  return TEST_KEY.test(set.STRIPE_SECRET_KEY ?? '') ? 'test' : 'live'
}

/** A shop with customers sends no password, code or link in clear text, unless a setting explicitly allows it. */
export function requiresMailTls(set: Variables): boolean {
  if (set.SMTP_URL === undefined || set.SMTP_ALLOW_PLAINTEXT) return false
  return set.NODE_ENV === 'production' || hasStripeKeys(set)
}

/** Settings that have no effect, one sentence each. */
export function findNotices(set: Variables, parts: Parts, isLive: boolean): string[] {
  const isSet = (name: VariableName) => set[name] !== undefined
  const notices: string[] = []
  if (parts.payments === 'sandbox' && (isSet('STRIPE_SECRET_KEY') || isSet('STRIPE_PUBLISHABLE_KEY'))) {
    notices.push('Payments stay in the sandbox: Stripe needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY.')
  }
  if (parts.payments === 'stripe' && !isSet('STRIPE_WEBHOOK_SECRET')) {
    notices.push("Stripe's webhooks are refused until STRIPE_WEBHOOK_SECRET is set.")
  }
  if (parts.mail === 'mailbox' && hasStripeKeys(set)) {
    notices.push('Mail reaches nobody until SMTP_URL is set: beside Stripe keys no mailbox is shown.')
  }
  if (set.SMTP_ALLOW_PLAINTEXT && set.SMTP_URL?.startsWith('smtp:')) {
    notices.push('Mail, with its codes and links, may go out in clear text: SMTP_ALLOW_PLAINTEXT is set.')
  }
  if (isSet('ALERT_WEBHOOK_SECRET') && !isSet('ALERT_WEBHOOK_URL')) {
    notices.push('No alert is signed with ALERT_WEBHOOK_SECRET: ALERT_WEBHOOK_URL is missing.')
  }
  const dkim = missingOf('DKIM', isSet)
  if (dkim.length) notices.push(`Mail is not signed: ${dkim.join(' and ')} is missing.`)
  const admin = missingOf('admin', isSet)
  if (admin.length) notices.push(`No admin is made from half a pair: ${admin.join()} is missing.`)
  return isLive ? [...notices, ...proxyNotices(set)] : notices
}

/** A live shop runs behind a proxy, since it has no TLS of its own. */
function proxyNotices({ TRUST_PROXY = false }: Variables): string[] {
  const change = 'Set TRUST_PROXY to the number of proxies in front, such as 1, or to their addresses.'
  const notices = {
    nobody: [`Everybody behind the proxy counts as one visitor, and shares one limit. ${change}`],
    everybody: [`Any address that a visitor makes up is believed, so no limit by address holds. ${change}`],
    proxies: [],
  }
  return notices[proxyTrustOf(TRUST_PROXY)]
}
