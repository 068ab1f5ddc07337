import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_COOKIE } from '#server/context.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { newestCode, otherThan } from './codes.ts'

let shop: TestApp
let deps: TestDeps
beforeAll(async () => {
  shop = await createTestApp()
  deps = shop.shop.deps
})
afterAll(() => shop.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.send({ method: 'POST', url: `/api/admin/${path}`, body, headers })

const session = (headers: Record<string, string>) => shop.send({ url: '/api/admin/session', headers })

describe('the back office over REST', () => {
  it('signs in in two steps, returns the admin, and signs out', async () => {
    const admin = await makeAdmin(deps)
    const login = await post('login', { email: admin.email, password: admin.password })
    expect(login.statusCode).toBe(200)
    expect(login.headers['set-cookie']).toBeUndefined()
    const { sessionToken, adminEmail } = login.json()
    expect(adminEmail).toBe(admin.email)
    const code = await newestCode(deps, admin.email)
    const wrong = await post('verify-code', { sessionToken, authCode: otherThan(code) })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toMatchObject({ message: 'That code is not right. Please check it and try again.' })
    const letters = await post('verify-code', { sessionToken, authCode: '12345a' })
    expect(letters.statusCode).toBe(400)
    expect(letters.json()).toMatchObject({ message: 'Please enter the 6 digits of your code.' })

    const verified = await post('verify-code', { sessionToken, authCode: code })
    expect(verified.json()).toEqual({ success: true, adminEmail: admin.email })
    expect(verified.cookies).toContainEqual({
      name: ADMIN_COOKIE,
      value: expect.any(String),
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: 92 * 24 * 60 * 60,
    })
    const cookie = `${ADMIN_COOKIE}=${verified.cookies.find(({ name }) => name === ADMIN_COOKIE)?.value}`
    const found = await session({ cookie })
    expect(found.statusCode).toBe(200)
    expect(found.json()).toEqual({
      valid: true,
      requiresAuth: false,
      adminEmail: admin.email,
      codeFreshUntil: '2026-11-21T22:00:00.000Z',
    })

    const logout = await post('logout', {}, { cookie })
    expect(logout.cookies).toMatchObject([{ name: ADMIN_COOKIE, value: '', path: '/' }])
    expect((await session({ cookie })).statusCode).toBe(401)
  })

  it('refuses wrong credentials with a message', async () => {
    const answer = await post('login', { email: 'nobody@example.com', password: 'x' })
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ message: 'Login failed' })
  })

  it('resends the code', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken } = (await post('login', { ...admin })).json()
    expect((await post('resend-code', { sessionToken })).json()).toEqual({
      success: true,
      message: 'Code Resent',
    })
    const authCode = await newestCode(deps, admin.email)
    expect((await post('verify-code', { sessionToken, authCode })).statusCode).toBe(200)
  })

  it('answers 401 when signed out, with the fields that older clients read', async () => {
    for (const headers of [{}, { cookie: `${ADMIN_COOKIE}=made-up` }, shop.headersOf('student')]) {
      const answer = await session(headers)
      expect(answer.statusCode).toBe(401)
      expect(answer.json()).toEqual({
        valid: false,
        requiresAuth: true,
        adminEmail: null,
        codeFreshUntil: null,
        message: 'Please sign in to continue.',
        code: 'SIGNED_OUT',
      })
    }
  })

  it('ignores a cookie that another site’s page sends', async () => {
    const { cookie = '' } = shop.headersOf('admin')
    expect((await session({ cookie, origin: 'http://localhost:3000' })).statusCode).toBe(200)
    expect((await session({ cookie, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
    ]
    for (const headers of foreign) {
      expect((await session({ cookie, ...headers })).statusCode).toBe(401)
      expect((await post('step-up/request', {}, { cookie, ...headers })).statusCode).toBe(401)
      const logout = await post('logout', {}, { cookie, ...headers })
      expect(logout.headers['set-cookie']).toBeUndefined()
    }
    expect((await session({ cookie })).statusCode).toBe(200)
  })

  it('renews the step-up of a session', async () => {
    const admin = await makeAdmin(deps)
    const { token } = await makeSession(deps, { adminId: admin.id })
    const cookie = `${ADMIN_COOKIE}=${token}`
    expect((await session({ cookie })).json()).toMatchObject({ valid: true, codeFreshUntil: null })
    expect((await post('step-up/request', {}, { cookie })).statusCode).toBe(200)
    const authCode = await newestCode(deps, admin.email)
    expect((await post('step-up/confirm', { authCode }, { cookie })).json()).toEqual({
      success: true,
      codeFreshUntil: '2026-11-21T22:00:00.000Z',
    })
    const again = await post('step-up/confirm', { authCode }, { cookie })
    expect(again.statusCode).toBe(403)
    expect(again.json()).toMatchObject({ message: 'Please confirm with a new code', requiresCode: true })
  })

  it.each([
    'referers-summary',
    'clubs-summary',
    'referer-applications',
    'referers/unknown/payouts',
    'referers/unknown/commissions',
  ])('keeps %s for admins', async (path) => {
    const url = `/api/admin/${path}`
    for (const as of ['anonymous', 'student', 'referer', 'expiredAdmin'] as const) {
      expect((await shop.send({ as, url })).statusCode, as).toBe(401)
    }
    const answer = await shop.send({ as: 'admin', url })
    expect(answer.statusCode).toBe(path.includes('unknown') ? 404 : 200)
  })
})

describe('the list of sessions', () => {
  it('lists the sessions of an admin, and revokes one of them', async () => {
    const admin = await makeAdmin(deps)
    const here = await makeSession(deps, { adminId: admin.id }, { userAgent: 'Firefox' })
    const lost = await makeSession(deps, { adminId: admin.id }, { userAgent: 'a lost phone' })
    const headers = { cookie: `${ADMIN_COOKIE}=${here.token}` }
    const list = async () =>
      (await shop.send({ url: '/trpc/admin.sessions', headers })).json().result.data.json
    expect(await list()).toHaveLength(2)
    expect(await list()).toContainEqual({
      id: here.sessionId,
      userAgent: 'Firefox',
      createdAt: deps.clock.now().toISOString(),
      lastUsedAt: deps.clock.now().toISOString(),
      expiresAt: expect.any(String),
      isCurrent: true,
    })
    const answer = await shop.send({
      method: 'POST',
      url: '/trpc/admin.revokeSession',
      headers,
      body: { json: { id: lost.sessionId } },
    })
    expect(answer.statusCode).toBe(200)
    expect(await list()).toMatchObject([{ id: here.sessionId }])
  })
})
