import { describe, expect, it } from 'vitest'
import type { DemoParts } from '#server/demo/demo-parts.ts'
import { describeStart } from '#server/start-message.ts'
import { DEMO_PEOPLE } from '../../prisma/seed/demo.ts'
import { testConfig } from './../support/deps.ts'

type Start = Parameters<typeof describeStart>[1]

const demoAdmin = { email: DEMO_PEOPLE.admin.email, hasDemoPassword: true }
const demo: Start = {
  demo: { mailbox: {} as DemoParts['mailbox'], sandbox: {} as DemoParts['sandbox'] },
  admin: demoAdmin,
  devPages: null,
}
const live = { STRIPE_SECRET_KEY: 'sk_live_x', STRIPE_PUBLISHABLE_KEY: 'pk_live_x' }

describe('what the terminal says', () => {
  it('of a demo is where everything runs and how to try it', () => {
    const words = describeStart(testConfig({ PORT: '3210' }), demo)
    for (const place of ['', '/dev/mail', '/dev/stripe', '/admin-login']) {
      expect(words).toContain(`http://localhost:3210${place}`)
    }
    for (const text of [
      DEMO_PEOPLE.student.email,
      DEMO_PEOPLE.student.password,
      DEMO_PEOPLE.referer.code,
      DEMO_PEOPLE.admin.password,
      '4242 4242 4242 4242',
      '4000 0000 0000 0002',
      'Ctrl-C',
      'no real money',
    ]) {
      expect(words).toContain(text)
    }
  })

  it('names the admin there is, and the password of the demo’s alone', () => {
    const config = testConfig({ ADMIN_EMAIL: 'me@example.com', ADMIN_PASSWORD: 'planted-1234' })
    const admin = { email: 'there-before@example.com', hasDemoPassword: false }
    const words = describeStart(config, { ...demo, admin })
    expect(words).toContain('there-before@example.com, with the password it was given')
    for (const text of ['me@example.com', 'planted', DEMO_PEOPLE.admin.password]) {
      expect(words).not.toContain(text)
    }
    expect(describeStart(config, { ...demo, admin: null })).toContain('npm run admin -- add')
  })

  it('of a live shop is no word of a demo', () => {
    const words = describeStart(testConfig({ ...live, DATABASE_URL: 'postgresql://u:planted@db/shop' }), {
      demo: { mailbox: null, sandbox: null },
      admin: demoAdmin,
      devPages: null,
    })
    for (const text of ['demo', '/dev/', '4242', DEMO_PEOPLE.student.email, 'planted', 'sk_live']) {
      expect(words).not.toContain(text)
    }
    expect(words).toContain('in the configured database')
  })

  it('names the port of this machine alone at which a demo with a public name has mailbox and payments', () => {
    const config = testConfig({ PORT: '3210', PUBLIC_URL: 'https://shop.test' })
    const words = describeStart(config, { ...demo, devPages: { url: 'http://127.0.0.1:40123' } })
    expect(words).toContain('https://shop.test/admin-login')
    expect(words).toContain('http://127.0.0.1:40123/dev/mail')
    expect(words).toContain('http://127.0.0.1:40123/dev/stripe')
  })

  it('shows no mailbox beside Stripe keys, and says where mail goes instead', () => {
    const words = describeStart(testConfig(live), { ...demo, demo: { ...demo.demo, sandbox: null } })
    expect(words).not.toContain('/dev/')
    expect(words).toContain('Mail reaches nobody until SMTP_URL is set')
  })

  it('names settings that have no effect', () => {
    const config = testConfig({ STRIPE_SECRET_KEY: 'sk_test_x' })
    expect(config.notices).toHaveLength(1)
    expect(describeStart(config, demo)).toContain(`! ${config.notices[0]}`)
  })
})
