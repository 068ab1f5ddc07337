/** The settings and data that the go-live list checks. No secrets, only whether they are set. */
export type GoLiveDetails = {
  database: 'embedded' | 'external'
  queue: 'postgres' | 'redis'
  mail: 'mailbox' | 'smtp'
  /** Whether mail waits rather than being sent without TLS. */
  requiresMailTls: boolean
  payments: 'sandbox' | 'stripe' | 'other'
  media: 'samples' | 'disk' | 's3'
  /** Names of the environment variables that are set. */
  isSet: ReadonlySet<string>
  hasStripeTestKey: boolean
  /** Null: the seller charges no VAT. */
  vatNumber: string | null
  /** The address visitors use, without a trailing slash. */
  publicUrl: string
  /** Which proxies are trusted to report a visitor's address. */
  proxyTrust: ProxyTrust
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

/** `demo`: a demo part is in use. `missing`: a live shop needs it. `advised`: the shop runs without it, less well. */
type GoLiveState = 'ready' | 'demo' | 'missing' | 'advised'

export type GoLiveItem = {
  title: string
  state: GoLiveState
  /** The current state. */
  now: string
  /** What to do; null where it is ready. */
  change: string | null
}

/** Everything between a demo and a live shop, in the order to do it (requirements §11). */
export function goLiveItems(details: GoLiveDetails): GoLiveItem[] {
  return [
    database(details),
    queue(details),
    address(details),
    proxy(details),
    secrets(details),
    seller(details),
    vat(details),
    stripe(details),
    webhook(details),
    mailServer(details),
    dkim(details),
    bounces(details),
    videos(details),
    secondFactor(details),
    alerts(details),
    metrics(details),
  ]
}

type Rule = (details: GoLiveDetails) => GoLiveItem

const ready = (title: string, now: string): GoLiveItem => ({ title, state: 'ready', now, change: null })

function open(state: Exclude<GoLiveState, 'ready'>, title: string, now: string, change: string): GoLiveItem {
  return { title, state, now, change }
}

function unset(details: GoLiveDetails, names: readonly string[]): string[] {
  return names.filter((name) => !details.isSet.has(name))
}

const database: Rule = ({ database }) =>
  database === 'external'
    ? ready('Database', 'PostgreSQL at DATABASE_URL.')
    : open(
        'demo',
        'Database',
        'PostgreSQL of the demo, in DATA_DIR.',
        'Set DATABASE_URL to an empty database: demo orders do not move along.',
      )

const queue: Rule = ({ queue }) =>
  queue === 'redis'
    ? ready('Job queue', 'Redis at REDIS_URL.')
    : open('demo', 'Job queue', 'Jobs lie in the database.', 'Set REDIS_URL, to a Redis with noeviction.')

const address: Rule = ({ publicUrl }) =>
  publicUrl.startsWith('https:')
    ? ready('Public address', publicUrl)
    : open(
        'missing',
        'Public address',
        `${publicUrl}, without https.`,
        'Set PUBLIC_URL to the https address visitors use. Cookies are sent over https alone from then on.',
      )

const proxy: Rule = ({ proxyTrust }) => {
  const change =
    'Set TRUST_PROXY to the number of proxies in front of the shop, such as 1, or to their addresses.'
  if (proxyTrust === 'proxies') return ready('Proxy', 'The address of a visitor is read as TRUST_PROXY says.')
  return proxyTrust === 'everybody'
    ? open('missing', 'Proxy', 'Any address that a visitor makes up is believed, and no limit holds.', change)
    : open(
        'missing',
        'Proxy',
        'Visitors behind a proxy all seem to come from one address, and share its limits.',
        change,
      )
}

const secrets: Rule = (details) => {
  const names = unset(details, ['SESSION_SECRET', 'DATA_KEY'])
  if (names.length === 0) return ready('Keys', 'SESSION_SECRET and DATA_KEY are set.')
  return open(
    'missing',
    'Keys',
    `Made by the shop and kept in DATA_DIR: ${names.join(', ')}.`,
    `Set ${names.join(' and ')} to random texts. Without the data key no bank details can be read, so keep a copy.`,
  )
}

const seller: Rule = (details) => {
  const names = unset(details, ['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_COMPANY_NUMBER', 'SUPPORT_EMAIL'])
  if (names.length === 0) return ready('Seller', 'Name, address, company number and email are set.')
  const onlyEmail = names.length === 1 && names[0] === 'SUPPORT_EMAIL'
  return onlyEmail
    ? open('advised', 'Seller', 'Questions go to the sender of the mails.', 'Set SUPPORT_EMAIL.')
    : open('demo', 'Seller', 'Invoices and legal pages name somebody made up.', `Set ${names.join(', ')}.`)
}

const vat: Rule = ({ isSet, vatNumber }) => {
  if (vatNumber !== null && isSet.has('SELLER_VAT_NUMBER')) return ready('VAT', `Charged under ${vatNumber}.`)
  if (vatNumber === null) return ready('VAT', 'Not registered: no VAT is charged.')
  return open(
    'demo',
    'VAT',
    'Charged under a made-up number.',
    'Set SELLER_VAT_NUMBER to your number, or to the word none where you are not registered.',
  )
}

const stripe: Rule = ({ payments, hasStripeTestKey }) => {
  if (payments === 'stripe' && !hasStripeTestKey) return ready('Payments', 'Stripe, with live keys.')
  const change = 'Set STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY to the live keys of the Stripe account.'
  if (payments === 'stripe') return open('demo', 'Payments', 'Stripe, with test keys: no real money.', change)
  return payments === 'other'
    ? open('demo', 'Payments', 'Another service than Stripe.', `Remove STRIPE_API_BASE. ${change}`)
    : open('demo', 'Payments', 'The sandbox: no real money.', change)
}

const webhook: Rule = ({ payments, isSet, publicUrl }) => {
  const change = `In Stripe, send the events of payments, charges, refunds and disputes to ${publicUrl}/api/stripe/webhook, and set STRIPE_WEBHOOK_SECRET to its signing secret.`
  if (payments === 'sandbox') return open('demo', 'Stripe’s webhook', 'The sandbox has its own.', change)
  return isSet.has('STRIPE_WEBHOOK_SECRET')
    ? ready('Stripe’s webhook', 'STRIPE_WEBHOOK_SECRET is set.')
    : open('missing', 'Stripe’s webhook', 'Refused: nothing says what Stripe signs with.', change)
}

const mailServer: Rule = (details) => {
  if (details.mail === 'mailbox') {
    const change = 'Set SMTP_URL and MAIL_FROM.'
    return open('demo', 'Mail', 'Mails stay in the demo mailbox.', change)
  }
  if (!details.isSet.has('MAIL_FROM')) {
    return open('missing', 'Mail', 'Sent, under a made-up sender.', 'Set MAIL_FROM.')
  }
  return details.requiresMailTls
    ? ready('Mail', 'Sent by the server at SMTP_URL, over TLS alone.')
    : open(
        'missing',
        'Mail',
        'Codes and links go out in clear text where the server at SMTP_URL offers no TLS.',
        'Set NODE_ENV to production. Remove SMTP_ALLOW_PLAINTEXT, unless the mail server is on this machine.',
      )
}

const dkim: Rule = (details) =>
  unset(details, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']).length === 0
    ? ready('DKIM', 'Every mail is signed.')
    : open(
        'advised',
        'DKIM',
        'The shop signs no mail.',
        'Set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY, unless the mail server signs.',
      )

const bounces: Rule = ({ isSet }) =>
  isSet.has('MAIL_WEBHOOK_SECRET')
    ? ready('Bounced mail', 'Reports of bounces and complaints are accepted.')
    : open(
        'advised',
        'Bounced mail',
        'What bounces later is not known here, and written to again.',
        'Set MAIL_WEBHOOK_SECRET and give it to the mail provider, for POST /api/mail/events.',
      )

const videos: Rule = ({ media, videosInAll, videosMissing }) => {
  if (media === 'samples') {
    const change = 'Set MEDIA_DIR or the MEDIA_S3 settings, then upload the films under Catalogue.'
    return open('demo', 'Films', 'Sample films, of a minute or two.', change)
  }
  return videosMissing === 0
    ? ready('Films', `All ${videosInAll} are there.`)
    : open(
        'missing',
        'Films',
        `${videosMissing} of ${videosInAll} have no film.`,
        'Upload them under Catalogue.',
      )
}

const secondFactor: Rule = ({ adminsInAll, adminsWithoutApp }) =>
  adminsWithoutApp === 0
    ? ready('Sign-in of admins', 'Everybody has an authenticator app.')
    : open(
        'advised',
        'Sign-in of admins',
        adminsInAll === 1
          ? 'The code comes by mail alone: without mail nobody gets in.'
          : `${adminsWithoutApp} of ${adminsInAll} get their code by mail alone.`,
        'Add an authenticator app under Security.',
      )

const alerts: Rule = ({ isSet }) =>
  isSet.has('ALERT_WEBHOOK_URL')
    ? ready('Alerts', 'Sent by mail and to ALERT_WEBHOOK_URL.')
    : open(
        'advised',
        'Alerts',
        'Sent by mail alone: nobody hears of it when mail has stopped.',
        'Set ALERT_WEBHOOK_URL to an address that reaches you some other way, such as a chat program.',
      )

const metrics: Rule = ({ isSet }) =>
  isSet.has('METRICS_TOKEN')
    ? ready('Metrics', 'Prometheus may read /metrics.')
    : open('advised', 'Metrics', '/metrics is closed.', 'Set METRICS_TOKEN and give it to Prometheus.')
