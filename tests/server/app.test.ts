import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())

describe('calls that travel together', () => {
  const batch = (count: number, path: string, as?: 'student') =>
    shop.send({ ...(as ? { as } : {}), url: `/trpc/${Array(count).fill(path).join(',')}?batch=1` })

  it('may be twenty, by names as long as ours are', async () => {
    const answer = await batch(20, 'checkout.createPaymentIntent')
    expect(answer.json()).toHaveLength(20)
    expect((await batch(20, 'catalog.list')).statusCode).toBe(200)
  })

  it('may not be more', async () => {
    const answer = await batch(21, 'catalog.list')
    expect(answer.statusCode).toBe(400)
    expect(answer.body).not.toContain('Aerofoils')
  })

  it('are answered each by itself', async () => {
    const answer = await shop.send({ url: '/trpc/catalog.list,auth.me?batch=1' })
    expect(answer.statusCode).toBe(207)
    const [catalog, me] = answer.json()
    expect(catalog.result.data.json).toHaveLength(7)
    expect(me.error.json.data).toEqual({ code: 'NOT_SIGNED_IN', httpStatus: 401 })
  })
})

it('ends a connection that sends many requests ahead', async () => {
  await shop.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = shop.app.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1').on('error', () => undefined)
  client.write('GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(200))
  await once(client, 'close')
})

describe('the address of a caller', () => {
  let behind: FastifyInstance | undefined
  afterEach(() => behind?.close())

  async function addressSeen(env: Record<string, string>, forwarded: string): Promise<string> {
    let seen = ''
    behind = await buildApp({ ...shop.shop.deps, config: testConfig(env) }, async (app) => {
      app.get('/dev/address', async (request) => {
        seen = request.ip
        return {}
      })
    })
    await behind.inject({
      url: '/dev/address',
      headers: { 'x-forwarded-for': forwarded },
      remoteAddress: '192.0.2.1',
    })
    return seen
  }

  it.each([
    ['who connects, where no proxy is trusted', {}, '198.51.100.7', '192.0.2.1'],
    ['what the one proxy in front says', { TRUST_PROXY: '1' }, '198.51.100.7', '198.51.100.7'],
    [
      'not what a caller claims to that proxy',
      { TRUST_PROXY: '1' },
      '203.0.113.9, 198.51.100.7',
      '198.51.100.7',
    ],
    ['two proxies back', { TRUST_PROXY: '2' }, '203.0.113.9, 198.51.100.7', '203.0.113.9'],
    ['by the proxy’s own address', { TRUST_PROXY: '192.0.2.1' }, '198.51.100.7', '198.51.100.7'],
    ['not by another’s', { TRUST_PROXY: '192.0.2.99' }, '198.51.100.7', '192.0.2.1'],
  ] as const)('is %s', async (_what, env, forwarded, expected) => {
    expect(await addressSeen(env, forwarded)).toBe(expected)
  })
})

describe('the log', () => {
  it('has a line for each request with its route, and no token, address or query', async () => {
    shop.shop.deps.logged.length = 0
    await shop.send({ as: 'student', url: `/api/users/${shop.people.student.id}/progress?secret=planted` })
    await shop.send({ url: '/api/auth/verify-email?token=planted' })
    await shop.send({
      method: 'POST',
      url: '/api/auth/login',
      body: { email: 'planted@example.com', password: 'planted' },
    })
    const lines = shop.shop.deps.logged.join('\n')
    expect(lines).toContain('"route":"/api/users/:userId/progress"')
    expect(lines).toContain('"status":401')
    expect(lines).not.toContain('planted')
    expect(lines).not.toContain(shop.sessions.student.token)
    expect(lines).not.toContain(shop.people.student.id)
  })
})
