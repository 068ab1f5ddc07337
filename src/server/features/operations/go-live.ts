import type { Deps } from '#server/deps.ts'
import type { GoLiveOutput } from '#shared/schemas/operations.ts'

/** The settings and data that the go-live list checks. No secrets, only whether they are set. */
export type GoLiveDetails = Deps['config']['parts'] & {
  /** Whether mail waits rather than being sent without TLS. */
  requiresMailTls: boolean
  /** Names of the environment variables that are set. */
  isSet: ReadonlySet<string>
  hasStripeTestKey: boolean
  /** Null: the seller charges no VAT. */
  vatNumber: string | null
  /** The address visitors use, without a trailing slash. */
  publicUrl: string
  /** Which proxies are trusted to report a visitor's address. */
  proxyTrust: ProxyTrust
  /** Whether the file is there by which Apple knows the domain. */
  hasApplePayFile: boolean
  videosInAll: number
  videosMissing: number
  adminsInAll: number
  adminsWithoutApp: number
}

export type ProxyTrust = 'nobody' | 'everybody' | 'proxies'

/** The meaning of TRUST_PROXY: a range of all addresses equals `true`. */
export function proxyTrustOf(trustProxy: boolean | number | string): ProxyTrust {
  if (trustProxy === false || trustProxy === 0) return 'nobody'
  const isAll =
    trustProxy === true || (typeof trustProxy === 'string' && /\/0+(?:\s*,|\s*$)/.test(trustProxy))
  return isAll ? 'everybody' : 'proxies'
}

export type GoLiveItem = GoLiveOutput['items'][number]

type Answer = Omit<GoLiveItem, 'title'>

const ready = (now: string): Answer => ({ state: 'ready', now, change: null })
const demo = (now: string, change: string): Answer => ({ state: 'demo', now, change })
const missing = (now: string, change: string): Answer => ({ state: 'missing', now, change })
const advised = (now: string, change: string): Answer => ({ state: 'advised', now, change })

/** Everything between a demo and a live shop, in the order to do it (requirements §11). */
export function goLiveItems(details: GoLiveDetails): GoLiveItem[] {
  return Object.entries(CHECKS).map(([title, check]) => ({ title, ...check(details) }))
}

/** Each lets one sender's reports of bounces in. */
const BOUNCE_SETTINGS = [
  'MAIL_WEBHOOK_SECRET',
  'SES_TOPIC_ARN',
  'POSTMARK_WEBHOOK_SECRET',
  'RESEND_WEBHOOK_SECRET',
] as const

const CHECKS: Readonly<Record<string, (details: GoLiveDetails) => Answer>> = {
  Database: ({ database }) =>
    database === 'external'
      ? ready('PostgreSQL at DATABASE_URL.')
      : demo(
          'PostgreSQL of the demo, in DATA_DIR.',
          'Set DATABASE_URL to an empty database: demo orders do not move along.',
        ),
  'Job queue': ({ queue }) =>
    queue === 'redis'
      ? ready('Redis at REDIS_URL.')
      : demo('Jobs lie in the database.', 'Set REDIS_URL, to a Redis with noeviction.'),
  'Public address': ({ publicUrl }) =>
    publicUrl.startsWith('https:')
      ? ready(publicUrl)
      : missing(
          `${publicUrl}, without https.`,
          'Set PUBLIC_URL to the https address visitors use. Cookies are sent over https alone from then on.',
        ),
  Proxy({ proxyTrust }) {
    if (proxyTrust === 'proxies') return ready('The address of a visitor is read as TRUST_PROXY says.')
    const now =
      proxyTrust === 'everybody'
        ? 'Any address that a visitor makes up is believed, and no limit holds.'
        : 'Visitors behind a proxy all seem to come from one address, and share its limits.'
    return missing(
      now,
      'Set TRUST_PROXY to the number of proxies in front of the shop, such as 1, or to their addresses.',
    )
  },
  Keys(details) {
    const names = unset(details, ['SESSION_SECRET', 'DATA_KEY'])
    if (names.length === 0) return ready('SESSION_SECRET and DATA_KEY are set.')
    return missing(
      `Made by the shop and kept in DATA_DIR: ${names.join(', ')}.`,
      `Set ${names.join(' and ')} to random texts. Without the data key no bank details can be read, so keep a copy.`,
    )
  },
  Seller(details) {
    const names = unset(details, ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_COMPANY_NUMBER', 'SUPPORT_EMAIL'])
    if (names.length === 0) return ready('Name, address, company number and email are set.')
    return names.join() === 'SUPPORT_EMAIL'
      ? advised('Questions go to the sender of the mails.', 'Set SUPPORT_EMAIL.')
      : demo('Invoices and legal pages name somebody made up.', `Set ${names.join(', ')}.`)
  },
  'Who teaches'(details) {
    const names = unset(details, ['INSTRUCTOR_NAME', 'INSTRUCTOR_LICENCE', 'INSTRUCTOR_PICTURE'])
    if (names.length === 0) return ready('The pages of the films name and show the instructor.')
    return advised(
      'The pages of the films do not say who teaches, or not all of it. A demo makes a name up.',
      `Set ${names.join(', ')}.`,
    )
  },
  VAT({ isSet, vatNumber }) {
    if (vatNumber === null) return ready('Not registered: no VAT is charged.')
    if (isSet.has('SELLER_VAT_NUMBER')) return ready(`Charged under ${vatNumber}.`)
    return demo(
      'Charged under a made-up number.',
      'Set SELLER_VAT_NUMBER to your number, or to the word none where you are not registered.',
    )
  },
  Payments({ payments, hasStripeTestKey }) {
    if (payments === 'stripe' && !hasStripeTestKey) return ready('Stripe, with live keys.')
    const change = 'Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to the live keys of the Stripe account.'
    if (payments === 'stripe') return demo('Stripe, with test keys: no real money.', change)
    return payments === 'other'
      ? demo('Another service than Stripe.', `Remove STRIPE_API_BASE. ${change}`)
      : demo('The sandbox: no real money.', change)
  },
  'Stripe’s webhook': ({ payments, isSet, publicUrl }) => {
    const change = `In Stripe, send the events of payments, charges, refunds and disputes to ${publicUrl}/api/stripe/webhook, and set STRIPE_WEBHOOK_SECRET to its signing secret.`
    if (payments === 'sandbox') return demo('The sandbox has its own.', change)
    return isSet.has('STRIPE_WEBHOOK_SECRET')
      ? ready('STRIPE_WEBHOOK_SECRET is set.')
      : missing('Refused: nothing says what Stripe signs with.', change)
  },
  'Apple Pay and Google Pay': ({ payments, hasApplePayFile, publicUrl }) => {
    const { hostname } = new URL(publicUrl)
    const register = `In Stripe, add ${hostname} under Payment method domains.`
    if (payments === 'sandbox') return demo('The sandbox has a wallet of its own.', register)
    return hasApplePayFile
      ? ready(`Apple’s file is served. The doctor asks Stripe about ${hostname}.`)
      : advised(
          'No file says to Apple that the domain is the shop’s.',
          `Put https://stripe.com/files/apple-pay/apple-developer-merchantid-domain-association where APPLE_PAY_DOMAIN_FILE says. ${register}`,
        )
  },
  Mail({ mail, isSet, requiresMailTls }) {
    if (mail === 'mailbox') return demo('Mails stay in the demo mailbox.', 'Set SMTP_URL and MAIL_FROM.')
    if (!isSet.has('MAIL_FROM')) return missing('Sent, under a made-up sender.', 'Set MAIL_FROM.')
    return requiresMailTls
      ? ready('Sent by the server at SMTP_URL, over TLS alone.')
      : missing(
          'Codes and links go out in clear text where the server at SMTP_URL offers no TLS.',
          'Set NODE_ENV to production. Remove SMTP_ALLOW_PLAINTEXT, unless the mail server is on this machine.',
        )
  },
  DKIM: (details) =>
    unset(details, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']).length === 0
      ? ready('Every mail is signed.')
      : advised(
          'The shop signs no mail.',
          'Set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY, unless the mail server signs.',
        ),
  'Bounced mail': ({ isSet }) =>
    BOUNCE_SETTINGS.some((name) => isSet.has(name))
      ? ready('Reports of bounces and complaints are accepted.')
      : advised(
          'What bounces later is not known here, and written to again.',
          'Set SES_TOPIC_ARN, POSTMARK_WEBHOOK_SECRET, RESEND_WEBHOOK_SECRET or MAIL_WEBHOOK_SECRET; docs/emails.md says what goes where.',
        ),
  Films({ media, videosInAll, videosMissing }) {
    if (media === 'samples') {
      return demo(
        'Sample films, of a minute or two.',
        'Set MEDIA_DIR or the MEDIA_S3 settings, then upload the films under Catalogue.',
      )
    }
    return videosMissing === 0
      ? ready(`All ${videosInAll} are there.`)
      : missing(`${videosMissing} of ${videosInAll} have no film.`, 'Upload them under Catalogue.')
  },
  'Sign-in of admins': ({ adminsInAll, adminsWithoutApp }) => {
    if (adminsWithoutApp === 0) return ready('Everybody has an authenticator app.')
    const now =
      adminsInAll === 1
        ? 'The code comes by mail alone: without mail nobody gets in.'
        : `${adminsWithoutApp} of ${adminsInAll} get their code by mail alone.`
    return advised(now, 'Add an authenticator app under Security.')
  },
  Alerts: ({ isSet }) =>
    isSet.has('ALERT_WEBHOOK_URL')
      ? ready(
          `Sent by mail and, ${isSet.has('ALERT_WEBHOOK_SECRET') ? 'signed' : 'unsigned'}, to ALERT_WEBHOOK_URL.`,
        )
      : advised(
          'Sent by mail alone: nobody hears of it when mail has stopped.',
          'Set ALERT_WEBHOOK_URL to an address that reaches you some other way, such as a chat program.',
        ),
  Metrics: ({ isSet }) =>
    isSet.has('METRICS_TOKEN')
      ? ready('Prometheus may read /metrics.')
      : advised('/metrics is closed.', 'Set METRICS_TOKEN and give it to Prometheus.'),
}

function unset({ isSet }: GoLiveDetails, names: readonly string[]): string[] {
  return names.filter((name) => !isSet.has(name))
}
