import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type Method, noLimits, type TestApp } from '#tests/support/app.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { expectRefusal } from './refusal.ts'

let shop: TestApp
let strict: TestApp
beforeAll(async () => {
  shop = await createTestApp({ parts: { limits: noLimits } })
  strict = await createTestApp()
})
afterAll(async () => {
  await shop.close()
  await strict.close()
})

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.send({ method: 'POST', url, body, headers })

describe('a link that changes something', () => {
  it('is not followed by a HEAD request, which programs send to look first', async () => {
    const answer = await shop.send({ method: 'HEAD', url: '/api/auth/verify-email?token=made-up' })
    expect(answer.statusCode).toBe(405)
  })

  it('is not one that opens a video either', async () => {
    const url = `/api/users/${shop.people.student.id}/videos/1/access`
    const answer = await shop.send({ method: 'HEAD', url, headers: shop.headersOf('student') })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })
})

describe('a refusal', () => {
  it('has a code beside its message, also where it says more', async () => {
    const session = await shop.send({ url: '/api/admin/session' })
    expect(session.statusCode).toBe(401)
    expect(session.json()).toMatchObject({ valid: false, code: 'SIGNED_OUT' })
  })

  it('meets JSON that says it is plain text', async () => {
    const answer = await post('/api/referral/validate', '{"code":"CLUB"}', { 'content-type': 'text/plain' })
    expect([answer.statusCode, answer.json().message]).toEqual([415, 'Please send this as JSON.'])
  })
})

describe('login, registration and verify-email', () => {
  const refused: [string, () => ReturnType<typeof post>][] = [
    ['a login without fields', () => post('/api/auth/login', {})],
    [
      'a login that fails',
      () => post('/api/auth/login', { email: 'nobody@example.com', password: 'not it at all' }),
    ],
    ['a login that is no JSON', () => post('/api/auth/login', '{"email":')],
    ['a login that is too large', () => post('/api/auth/login', 'x'.repeat(300_000))],
    ['a registration without fields', () => post('/api/auth/register', {})],
    ['a registration that is no JSON', () => post('/api/auth/register', '[')],
    [
      'a registration with a taken address',
      () =>
        post('/api/auth/register', {
          username: 'Somebody',
          email: shop.people.student.email,
          password: 'a long enough one 41',
        }),
    ],
    ['a verification without a token', () => shop.send({ url: '/api/auth/verify-email' })],
    ['a verification with a made-up one', () => shop.send({ url: '/api/auth/verify-email?token=made-up' })],
  ]

  it.each(refused)('%s: success is false, and error repeats the message', async (what, ask) => {
    const answer = await ask()
    expectRefusal(answer, what)
    const body = answer.json()
    expect(body).toMatchObject({ success: false, error: body.message })
  })

  it.each([
    ['email', { email: '' }, 'Email already registered'],
    ['username', { username: '' }, 'Username taken'],
  ] as const)('say that the %s is taken, in the mandated words', async (field, _blank, sentence) => {
    const taken = await makeStudent(shop.shop.deps)
    const fresh = { username: 'Brand New', email: 'brand.new@example.com', password: 'a long enough one 41' }
    const answer = await post('/api/auth/register', { ...fresh, [field]: taken[field] })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ success: false, message: sentence, error: sentence })
  })

  it('refuse a wrong password and an unknown address alike', async () => {
    const wrong = await post('/api/auth/login', {
      email: shop.people.student.email,
      password: 'not it at all',
    })
    const anonymous = await post('/api/auth/login', {
      email: 'nobody@example.com',
      password: 'not it at all',
    })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.body).toBe(anonymous.body)
    expect(wrong.json().message).toBe('Please check your credentials and try again.')
  })
})

describe('a path that is not there', () => {
  it.each([
    ['GET', '/api/nothing-here'],
    ['POST', '/api/nothing-here'],
    ['GET', '/api/'],
    ['GET', '/api/auth/me/more'],
    ['DELETE', '/api/videos'],
    ['PUT', '/api/auth/login'],
    ['PATCH', '/api/users/1/progress'],
    ['GET', '/api/auth/login'],
    ['GET', '/api/stripe/webhook'],
    ['GET', '/trpc/no.such.procedure'],
    ['DELETE', '/trpc/catalog.list'],
    ['GET', '/trpc/auth.login'],
  ] as [Method, string][])('%s %s is refused as JSON with a message', async (method, url) => {
    const answer = await shop.send({ method, url })
    expectRefusal(answer, `${method} ${url}`)
    expect([404, 405]).toContain(answer.statusCode)
  })

  it('is the same with or without a slash at its end', async () => {
    expect((await shop.send({ url: '/api/videos/' })).statusCode).toBe(200)
  })
})

describe('private answers', () => {
  it.each(['/api/auth/me', '/api/users/ID/dashboard', '/api/users/ID/progress', '/api/users/ID/purchases'])(
    '%s is never cached, be it given or refused',
    async (path) => {
      const url = path.replace('ID', shop.people.student.id)
      for (const as of ['student', 'otherStudent', 'anonymous'] as const) {
        expect((await shop.send({ as, url })).headers['cache-control']).toBe('no-store')
      }
    },
  )

  it('are never cached when the body was broken', async () => {
    expect((await post('/api/auth/login', '{')).headers['cache-control']).toBe('no-store')
  })

  it('are never cached over tRPC either', async () => {
    for (const as of ['student', 'anonymous'] as const) {
      const answer = await shop.call({ as, path: 'auth.me', type: 'query' })
      expect(answer.headers['cache-control']).toBe('no-store')
    }
  })
})

describe('too many attempts', () => {
  it('are refused with 429, a message and how long to wait', async () => {
    const ask = () => strict.send({ method: 'POST', url: '/api/referral/validate', body: { code: 'NOBODY' } })
    for (let turn = 0; turn < 60; turn++) expect((await ask()).statusCode).toBe(400)
    const answer = await ask()
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({
      message: 'Too many attempts. Please wait a few minutes and try again.',
    })
    const wait = Number(answer.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(15 * 60)
  })

  it('are counted by address: the code of another address still goes through', async () => {
    const answer = await strict.app.inject({
      method: 'POST',
      url: '/api/referral/validate',
      payload: { code: strict.people.referer.code },
      remoteAddress: '192.0.2.7',
    })
    expect(answer.json()).toMatchObject({ discountPercent: 10, clubName: strict.people.referer.name })
  })
})

describe('both transports', () => {
  it('refuse with the same status and sentence', async () => {
    for (const [as, path, type, url] of [
      ['anonymous', 'auth.me', 'query', '/api/auth/me'],
      ['otherStudent', 'progress.list', 'query', `/api/users/${shop.people.student.id}/progress`],
    ] as const) {
      const rest = await shop.send({ as, url })
      const trpc = await shop.call({ as, path, type, input: { userId: shop.people.student.id } })
      expect(trpc.statusCode).toBe(rest.statusCode)
      expect(trpc.json().error.json.message).toBe(rest.json().message)
      expect(trpc.json().error.json.data.code).toBe(rest.json().code)
    }
  })

  it('never send a stack', async () => {
    const trpc = await shop.call({ path: 'auth.me', type: 'query' })
    expect(Object.keys(trpc.json().error.json.data).toSorted()).toEqual(['code', 'httpStatus'])
  })
})
