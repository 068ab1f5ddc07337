import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentSecurityPolicy, policyHeader } from '#server/http/security-headers.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'

let demo: TestApp
let secure: TestApp
beforeAll(async () => {
  demo = await createTestApp()
  secure = await createTestApp({ parts: { config: testConfig({ PUBLIC_URL: 'https://shop.example.com' }) } })
})
afterAll(async () => {
  await demo.close()
  await secure.close()
})

describe('every answer', () => {
  it.each(['/healthz', '/api/videos', '/api/auth/me', '/api/nothing', '/nothing', '/trpc/catalog.list'])(
    '%s says what a browser may do with it',
    async (url) => {
      const { headers } = await demo.send({ url })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['x-frame-options']).toBe('SAMEORIGIN')
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers.server).toBeUndefined()
    },
  )

  it('is kept apart from other sites and from old browsers’ guesses', async () => {
    const { headers } = await demo.send({ url: '/healthz' })
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    })
  })

  it('has them too where it is written past the framework', async () => {
    const url = '/api/admin/uploads/none'
    const { headers } = await demo.send({
      as: 'admin',
      method: 'HEAD',
      url,
      headers: { 'tus-resumable': '1.0.0' },
    })
    expect(headers['tus-resumable']).toBe('1.0.0')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'self';base-uri 'none'")
  })

  it('wants https from then on, where the shop has it and only there', async () => {
    const get = async (shop: TestApp) => (await shop.send({ url: '/healthz' })).headers
    expect((await get(secure))['strict-transport-security']).toMatch(/max-age=\d{7,}/)
    expect((await get(demo))['strict-transport-security']).toBeUndefined()
  })

  it('sends cookies over https alone, where the shop has it', async () => {
    const url = (shop: TestApp) => `/api/users/${shop.people.student.id}/videos/1/access`
    const [safe] = (await secure.send({ as: 'student', url: url(secure) })).cookies
    const [plain] = (await demo.send({ as: 'student', url: url(demo) })).cookies
    expect(safe).toMatchObject({ secure: true, httpOnly: true })
    expect(plain).toMatchObject({ httpOnly: true })
    expect(plain).not.toHaveProperty('secure')
  })
})

describe('wallets in Stripe’s frames', () => {
  it('may pay, and keep the pop-up that they open', async () => {
    const env = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }
    const shop = await createTestApp({ parts: { config: testConfig(env) } })
    const { headers } = await shop.send({ url: '/healthz' })
    await shop.close()
    expect(headers['permissions-policy']).toContain(
      'payment=(self "https://js.stripe.com" "https://*.js.stripe.com")',
    )
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })
})

describe('the content security policy', () => {
  const policyOf = (env: Record<string, string>) => contentSecurityPolicy(testConfig(env))

  it('lets nothing from elsewhere in where payments are the sandbox’s', () => {
    const sources = Object.values(policyOf({})).flat()
    expect(sources.filter((source) => source.startsWith('http'))).toEqual([])
    expect(sources).not.toContain("'unsafe-inline'")
    expect(sources).not.toContain("'unsafe-eval'")
  })

  it('lets Stripe in where payments are real', () => {
    const policy = policyOf({
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    })
    const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
    expect(policy['script-src']).toEqual(["'self'", ...scripts])
    expect(policy['frame-src']).toEqual(["'self'", ...scripts, 'https://hooks.stripe.com'])
    expect(policy['connect-src']).toContain('https://api.stripe.com')
  })

  it('of a page adds the hashes of its script and its styles, and nothing else', () => {
    const config = testConfig({})
    const page = policyHeader(config, { script: "'sha256-a'", style: "'sha256-b'" })
    expect(page).toContain(";script-src 'self' 'sha256-a';")
    expect(page).toContain(";style-src 'self' 'sha256-b';")
    expect(page.replaceAll(/ 'sha256-.'/g, '')).toBe(policyHeader(config))
  })

  it('lets a tracker in by its host, where one was set', () => {
    const policy = policyOf({ ANALYTICS_SCRIPT_URL: 'https://stats.example.com/x.js' })
    expect(policy['script-src']).toContain('https://stats.example.com')
    expect(policy['connect-src']).toContain('https://stats.example.com')
  })
})
