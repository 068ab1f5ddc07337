import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { LIMITS } from '#server/infra/rate-limits.ts'
import { createTestDeps, testConfig } from '#tests/support/deps.ts'

it.each([
  ['true', true],
  ['FALSE', false],
  ['2', 2],
  ['10.0.0.1', '10.0.0.1'],
  ['loopback, 10.0.0.0/8,fd00::/8', 'loopback, 10.0.0.0/8,fd00::/8'],
])('TRUST_PROXY takes %s, and Fastify takes addresses as they are', (value, trustProxy) => {
  expect(testConfig({ TRUST_PROXY: value }).trustProxy).toBe(trustProxy)
  if (typeof trustProxy !== 'number') expect(() => fastify({ trustProxy })).not.toThrow()
})

it.each(['foo', '10.0.0.0/33', '10.0.0.1,', '1000', '10.0.0.1/8/8', 'fd00::/129'])(
  'TRUST_PROXY refuses %s before Fastify sees it',
  (value) => {
    expect(() => testConfig({ TRUST_PROXY: value })).toThrow(ConfigError)
  },
)

describe('a live shop', () => {
  const live = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgresql://shop:pw@db.example/shop',
    REDIS_URL: 'redis://redis.example:6379',
    SMTP_URL: 'smtps://user:pw@mail.example',
    MAIL_FROM: 'Crosswind <shop@example.com>',
    PUBLIC_URL: 'https://shop.example.com',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    SELLER_NAME: 'Crosswind Ltd',
    SELLER_ADDRESS: '1 Taxiway, Little Crosswind',
    SELLER_COMPANY_NUMBER: 'none',
    VAT_RATE: '0',
  }
  const noticesOf = (value?: string) =>
    testConfig(value === undefined ? live : { ...live, TRUST_PROXY: value }).notices.join()

  it.each([
    [undefined, 'counts as one visitor'],
    ['false', 'counts as one visitor'],
    ['0', 'counts as one visitor'],
    ['true', 'makes up is believed'],
    ['0.0.0.0/0', 'makes up is believed'],
  ])('names TRUST_PROXY=%s at its start', (value, words) => {
    expect(noticesOf(value)).toContain(words)
  })

  it.each(['1', '10.0.0.0/8', 'loopback'])('has nothing to say of TRUST_PROXY=%s', (value) => {
    expect(noticesOf(value)).toBe('')
  })
})

it.each([
  ['makes up an address for each call', (call: number) => `203.0.113.${call}, 198.51.100.7`],
  ['comes from a port of its own each time', (call: number) => `198.51.100.7:${50_000 + call}`],
])('with one proxy in front, a visitor who %s is held to one limit', async (_what, forwardedFor) => {
  const deps = await createTestDeps({ env: { TRUST_PROXY: '1' } })
  const app = await buildApp(deps)
  const statuses: number[] = []
  for (let call = 0; call <= LIMITS.referralCode.points; call++) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/trpc/cart.validate',
      headers: { 'x-forwarded-for': forwardedFor(call) },
      payload: { json: { code: 'MADEUP1' } },
      remoteAddress: '192.0.2.1',
    })
    statuses.push(statusCode)
  }
  expect(statuses.pop()).toBe(429)
  expect(statuses).not.toContain(429)
  await app.close()
  await deps.close()
})
