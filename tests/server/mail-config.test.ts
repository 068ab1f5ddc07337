import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { testConfig } from '#tests/support/deps.ts'

function errorsOf(env: Record<string, string>): readonly string[] {
  try {
    testConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}

function pemOf({ privateKey }: { privateKey: KeyObject }): string {
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

describe('DKIM_PRIVATE_KEY', () => {
  const withKey = (pem: string) => ({
    DKIM_DOMAIN: 'example.com',
    DKIM_SELECTOR: 's1',
    DKIM_PRIVATE_KEY: pem,
  })

  it.each([
    ['an Ed25519 key', pemOf(generateKeyPairSync('ed25519'))],
    ['an RSA key that is too short', pemOf(generateKeyPairSync('rsa', { modulusLength: 768 }))],
    ['an RSA key of another padding', pemOf(generateKeyPairSync('rsa-pss', { modulusLength: 1024 }))],
    ['no key', 'abc'],
  ])('refuses %s in words, without repeating it', (_, pem) => {
    const errors = errorsOf(withKey(pem))
    expect(errors).toEqual([
      'DKIM_PRIVATE_KEY must be an RSA private key of 1024 bits or more in PEM (-----BEGIN PRIVATE KEY----- …)',
    ])
  })

  it('takes an RSA key that mail can be signed with', () => {
    expect(errorsOf(withKey(pemOf(generateKeyPairSync('rsa', { modulusLength: 1024 }))))).toEqual([])
  })
})

describe('TLS to the mail server', () => {
  const smtp = { SMTP_URL: 'smtp://user:pw@mail.example:587' }
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  const shown = { NODE_ENV: 'production', DEMO: '1' }

  it.each([
    ['in production', { ...smtp, ...shown }, true],
    ['beside keys of Stripe', { ...smtp, ...keys }, true],
    ['while one tries', smtp, false],
    ['for the mailbox of the demo', shown, false],
    ['where it was taken back', { ...smtp, ...shown, SMTP_ALLOW_PLAINTEXT: '1' }, false],
    ['where that was answered with no', { ...smtp, ...shown, SMTP_ALLOW_PLAINTEXT: '0' }, true],
  ])('%s', (_, env, isRequired) => {
    expect(testConfig(env).mail.requireTls).toBe(isRequired)
  })

  it('is named among the notices where it was taken back', () => {
    const { notices } = testConfig({ ...smtp, SMTP_ALLOW_PLAINTEXT: '1' })
    expect(notices).toEqual([expect.stringContaining('in clear text: SMTP_ALLOW_PLAINTEXT is set')])
    expect(testConfig(smtp).notices).toEqual([])
  })
})

describe('ALERT_WEBHOOK_URL', () => {
  it.each(['https://hooks.example.com/a', 'http://127.0.0.1:9000/a', 'http://localhost:9000'])(
    'may be %s',
    (url) => {
      expect(testConfig({ ALERT_WEBHOOK_URL: url }).alertWebhookUrl).toBe(url)
    },
  )

  it.each(['http://hooks.example.com/a', 'ftp://hooks.example.com', 'hooks.example.com'])(
    'may not be %s',
    (url) => {
      expect(errorsOf({ ALERT_WEBHOOK_URL: url })).toEqual([
        expect.stringContaining('ALERT_WEBHOOK_URL must be'),
      ])
    },
  )
})

describe('ALERT_WEBHOOK_SECRET', () => {
  it('has the form that Standard Webhooks gives it', () => {
    expect(errorsOf({ ALERT_WEBHOOK_SECRET: 'a secret' })).toEqual([
      'ALERT_WEBHOOK_SECRET must be a signing secret that starts with whsec_',
    ])
  })

  it('without an address to post to signs nothing, and the notices say so', () => {
    const secret = { ALERT_WEBHOOK_SECRET: `whsec_${'a'.repeat(16)}` }
    expect(testConfig(secret).notices).toEqual([
      'No alert is signed with ALERT_WEBHOOK_SECRET: ALERT_WEBHOOK_URL is missing.',
    ])
    expect(testConfig({ ...secret, ALERT_WEBHOOK_URL: 'https://hooks.example.com' }).notices).toEqual([])
  })
})
