import { describe, expect, it } from 'vitest'
import { type GoLiveDetails, goLiveItems, proxyTrustOf } from '#server/features/operations/go-live.ts'

const DEMO: GoLiveDetails = {
  database: 'embedded',
  queue: 'postgres',
  mail: 'mailbox',
  requiresMailTls: false,
  payments: 'sandbox',
  media: 'samples',
  isSet: new Set(),
  hasStripeTestKey: true,
  vatNumber: 'GB000000000',
  publicUrl: 'http://localhost:3000',
  proxyTrust: 'nobody',
  hasApplePayFile: false,
  videosInAll: 7,
  videosMissing: 0,
  adminsInAll: 1,
  adminsWithoutApp: 1,
}

const LIVE: GoLiveDetails = {
  ...DEMO,
  database: 'external',
  queue: 'redis',
  mail: 'smtp',
  requiresMailTls: true,
  payments: 'stripe',
  media: 's3',
  isSet: new Set([
    'SESSION_SECRET',
    'DATA_KEY',
    'SELLER_NAME',
    'SELLER_ADDRESS',
    'SELLER_COMPANY_NUMBER',
    'SUPPORT_EMAIL',
    'SELLER_VAT_NUMBER',
    'INSTRUCTOR_NAME',
    'INSTRUCTOR_LICENCE',
    'INSTRUCTOR_PICTURE',
    'STRIPE_WEBHOOK_SECRET',
    'MAIL_FROM',
    'DKIM_DOMAIN',
    'DKIM_SELECTOR',
    'DKIM_PRIVATE_KEY',
    'MAIL_WEBHOOK_SECRET',
    'METRICS_TOKEN',
    'ALERT_WEBHOOK_URL',
  ]),
  hasStripeTestKey: false,
  vatNumber: 'GB123456789',
  publicUrl: 'https://films.example.com',
  proxyTrust: 'proxies',
  hasApplePayFile: true,
  adminsWithoutApp: 0,
}

const without = (...names: string[]): GoLiveDetails => ({
  ...LIVE,
  isSet: new Set([...LIVE.isSet].filter((name) => !names.includes(name))),
})

const of = (details: GoLiveDetails, title: string) =>
  goLiveItems(details).find((item) => item.title === title)

describe('the go-live list', () => {
  it('is all ready for a live shop', () => {
    for (const { title, state, change } of goLiveItems(LIVE)) {
      expect([title, state, change]).toEqual([title, 'ready', null])
    }
  })

  it('lists the demo parts of a demo, and how to replace each', () => {
    const items = goLiveItems(DEMO)
    expect(items.map(({ title, state }) => [title, state])).toEqual([
      ['Database', 'demo'],
      ['Job queue', 'demo'],
      ['Public address', 'missing'],
      ['Proxy', 'missing'],
      ['Keys', 'missing'],
      ['Seller', 'demo'],
      ['Who teaches', 'advised'],
      ['VAT', 'demo'],
      ['Payments', 'demo'],
      ['Stripe’s webhook', 'demo'],
      ['Apple Pay and Google Pay', 'demo'],
      ['Mail', 'demo'],
      ['DKIM', 'advised'],
      ['Bounced mail', 'advised'],
      ['Films', 'demo'],
      ['Sign-in of admins', 'advised'],
      ['Alerts', 'advised'],
      ['Metrics', 'advised'],
    ])
    for (const { title, change } of items) expect(change, title).not.toBeNull()
  })

  it.each([
    ['Proxy', { ...LIVE, proxyTrust: 'nobody' as const }, 'missing', 'share its limits'],
    ['Proxy', { ...LIVE, proxyTrust: 'everybody' as const }, 'missing', 'makes up'],
    ['Payments', { ...LIVE, hasStripeTestKey: true }, 'demo', 'test keys'],
    ['Payments', { ...LIVE, payments: 'other' as const }, 'demo', 'Another service'],
    ['Stripe’s webhook', without('STRIPE_WEBHOOK_SECRET'), 'missing', 'Refused'],
    ['Apple Pay and Google Pay', { ...LIVE, hasApplePayFile: false }, 'advised', 'No file'],
    ['Mail', without('MAIL_FROM'), 'missing', 'made-up sender'],
    ['Mail', { ...LIVE, requiresMailTls: false }, 'missing', 'clear text'],
    ['Keys', without('DATA_KEY'), 'missing', 'DATA_KEY'],
    ['Seller', without('SUPPORT_EMAIL'), 'advised', 'sender of the mails'],
    ['Seller', without('SELLER_NAME'), 'demo', 'made up'],
    ['Who teaches', without('INSTRUCTOR_PICTURE'), 'advised', 'who teaches'],
    ['DKIM', without('DKIM_SELECTOR'), 'advised', 'signs no mail'],
    ['VAT', { ...LIVE, vatNumber: null }, 'ready', 'Not registered'],
    ['Films', { ...LIVE, videosMissing: 2 }, 'missing', '2 of 7'],
    ['Sign-in of admins', { ...LIVE, adminsInAll: 3, adminsWithoutApp: 2 }, 'advised', '2 of 3'],
  ] as const)('%s: %#', (title, details, state, words) => {
    expect(of(details, title)).toMatchObject({ state, now: expect.stringContaining(words) })
  })

  it('names the shop’s own address for Stripe', () => {
    expect(of(without('STRIPE_WEBHOOK_SECRET'), 'Stripe’s webhook')?.change).toContain(
      'https://films.example.com/api/stripe/webhook',
    )
  })
})

it.each([
  [false, 'nobody'],
  [0, 'nobody'],
  [true, 'everybody'],
  ['0.0.0.0/0', 'everybody'],
  ['10.0.0.1, ::/0', 'everybody'],
  ['::/0 ,10.0.0.1', 'everybody'],
  [1, 'proxies'],
  ['10.0.0.0/8', 'proxies'],
  ['loopback', 'proxies'],
] as const)('TRUST_PROXY=%s trusts %s', (trustProxy, trust) => {
  expect(proxyTrustOf(trustProxy)).toBe(trust)
})
