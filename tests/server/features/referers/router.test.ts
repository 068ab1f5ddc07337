import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { REFERER_COOKIE } from '#server/context.ts'
import { makeCommission, makePayout } from '#tests/server/features/commissions/ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession } from '#tests/support/factories/student.ts'

let shop: TestApp
let deps: TestDeps
beforeAll(async () => {
  shop = await createTestApp()
  deps = shop.shop.deps
})
afterAll(() => shop.close())

const login = (referralCode: string, password: string) =>
  shop.send({ method: 'POST', url: '/api/clubs/login', body: { referralCode, password } })

const get = (url: string, session: object | string) =>
  shop.send({
    url,
    headers: { authorization: typeof session === 'string' ? session : JSON.stringify(session) },
  })

describe('the referer portal over REST', () => {
  it('signs in by code and reads its own referrals and payouts with the session JSON', async () => {
    const referer = await makeReferer(deps)
    const commission = await makeCommission(deps, {
      refererId: referer.id,
      entries: [{ kind: 'earned', pence: 235 }],
    })
    await makePayout(deps, { refererId: referer.id, quarter: '2026-Q3', status: 'pending', pence: 1_500 })
    const answer = await login(referer.code.toLowerCase(), referer.password)
    expect(answer.statusCode).toBe(200)
    const session = answer.json()
    expect(session).toEqual({
      id: referer.id,
      name: referer.name,
      referralCode: referer.code,
      commissionPercentage: 5,
      token: expect.any(String),
      mustChangePassword: false,
    })
    expect(answer.headers['cache-control']).toBe('no-store')

    const referrals = await get(`/api/clubs/referrals/${referer.id}`, session)
    expect(referrals.json()).toEqual([
      {
        id: commission.commissionId,
        purchaseId: commission.orderId,
        commissionAmount: '2.35',
        createdAt: deps.clock.now().toISOString(),
      },
    ])
    const payouts = await get(`/api/clubs/payouts/${referer.id}`, session)
    expect(payouts.json()).toMatchObject([{ quarterYear: '2026-Q3', status: 'pending', paidAt: null }])
  })

  it('refuses a wrong password with the shop’s sentence', async () => {
    const answer = await login(shop.people.referer.code, 'wrong')
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ message: 'Invalid referral code or password' })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it('refuses another referer’s id with 403, whatever the session JSON claims', async () => {
    const other = await makeReferer(deps)
    const { token } = shop.sessions.referer
    const forged = { id: other.id, name: other.name, referralCode: other.code, token }
    for (const path of ['referrals', 'payouts']) {
      expect((await get(`/api/clubs/${path}/${other.id}`, forged)).statusCode).toBe(403)
      expect((await get(`/api/clubs/${path}/${shop.people.referer.id}`, forged)).statusCode).toBe(200)
    }
  })

  it('refuses a session JSON without a valid token with 401', async () => {
    const { id, code, name } = shop.people.referer
    const claims = { id, name, referralCode: code }
    const now = deps.clock.now()
    const expired = await makeSession(deps, { refererId: id }, { expiresAt: now })
    const revoked = await makeSession(deps, { refererId: id }, { revokedAt: now })
    const sessions: (object | string)[] = [
      claims,
      { ...claims, token: '' },
      { ...claims, token: null },
      { ...claims, token: [shop.sessions.referer.token] },
      { ...claims, token: id },
      { ...claims, token: `${shop.sessions.referer.token}x` },
      { ...claims, token: expired.token },
      { ...claims, token: revoked.token },
      { ...claims, token: shop.sessions.student.token },
      { ...claims, token: shop.sessions.admin.token },
      '{"token":',
      'null',
      `Bearer ${shop.sessions.referer.token}`,
      '',
    ]
    for (const session of sessions) {
      const answer = await get(`/api/clubs/referrals/${id}`, session)
      expect(answer.statusCode, JSON.stringify(session)).toBe(401)
      expect(answer.json()).toMatchObject({ message: 'Please sign in to continue.' })
    }
  })

  it('refuses an ended referer at once', async () => {
    const referer = await makeReferer(deps)
    const { token } = await makeSession(deps, { refererId: referer.id })
    expect((await get(`/api/clubs/payouts/${referer.id}`, { token })).statusCode).toBe(200)
    await deps.db.referer.update({ where: { id: referer.id }, data: { endedAt: deps.clock.now() } })
    expect((await get(`/api/clubs/payouts/${referer.id}`, { token })).statusCode).toBe(401)
  })
})

describe('the cookie for documents', () => {
  it('is set at sign-in, for one path and unreadable for scripts', async () => {
    const referer = await makeReferer(deps)
    const answer = await login(referer.code, referer.password)
    const { token } = answer.json()
    expect(answer.cookies).toContainEqual({
      name: REFERER_COOKIE,
      value: token,
      path: '/api/clubs/invoice',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 30 * 24 * 60 * 60,
    })
  })

  it('works where a link carries no header, and nowhere else', async () => {
    const cookie = `${REFERER_COOKIE}=${shop.sessions.referer.token}`
    const invoice = (headers: Record<string, string>) =>
      shop.send({ url: '/api/clubs/invoice/nothing', headers: { cookie, ...headers } })
    // Valid, so that the document is looked up.
    const found = await invoice({})
    expect(found.statusCode).toBe(404)
    expect(found.json()).toMatchObject({ message: 'We could not find that invoice.' })
    expect((await invoice({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(404)

    expect((await invoice({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(401)
    expect((await invoice({ origin: 'https://evil.example' })).statusCode).toBe(401)
    expect((await shop.send({ url: '/api/clubs/invoice/nothing' })).statusCode).toBe(401)
    const { id } = shop.people.referer
    const elsewhere = await shop.send({ url: `/api/clubs/referrals/${id}`, headers: { cookie } })
    expect(elsewhere.statusCode).toBe(401)
  })

  it('is cleared by the sign-out, which also revokes the session', async () => {
    const referer = await makeReferer(deps)
    const session = (await login(referer.code, referer.password)).json()
    const authorization = JSON.stringify(session)
    const answer = await shop.send({
      method: 'POST',
      url: '/trpc/referer.logout',
      headers: { authorization },
      body: {},
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.cookies).toMatchObject([{ name: REFERER_COOKIE, value: '', path: '/api/clubs/invoice' }])
    expect((await get(`/api/clubs/payouts/${referer.id}`, session)).statusCode).toBe(401)
  })
})

describe('the referer portal over tRPC', () => {
  it('returns the signed-in referer and their totals', async () => {
    const { referer } = shop.people
    const me = await shop.call({ as: 'referer', path: 'referer.me', type: 'query' })
    expect(me.json().result.data.json).toEqual({
      id: referer.id,
      name: referer.name,
      referralCode: referer.code,
      commissionPercentage: 5,
      mustChangePassword: false,
    })
    const totals = await shop.call({ as: 'referer', path: 'referer.totals', type: 'query' })
    expect(totals.json().result.data.json).toEqual({
      totalCommission: '0.00',
      totalPaid: '0.00',
      totalUnpaid: '0.00',
      thisQuarter: { quarterYear: '2026-Q4', amount: '0.00' },
    })
    expect((await shop.call({ path: 'referer.me', type: 'query' })).statusCode).toBe(401)
  })

  it('changes the password and returns the new session', async () => {
    const referer = await makeReferer(deps, { mustChangePassword: true })
    const before = await makeSession(deps, { refererId: referer.id })
    const answer = await shop.send({
      method: 'POST',
      url: '/trpc/referer.changePassword',
      headers: { authorization: JSON.stringify({ token: before.token }) },
      body: { json: { currentPassword: referer.password, newPassword: 'hold short of runway nine' } },
    })
    const session = answer.json().result.data.json
    expect(session).toMatchObject({ id: referer.id, mustChangePassword: false })
    expect(answer.cookies).toContainEqual(
      expect.objectContaining({ name: REFERER_COOKIE, value: session.token }),
    )
    expect((await get(`/api/clubs/payouts/${referer.id}`, session)).statusCode).toBe(200)
    expect((await get(`/api/clubs/payouts/${referer.id}`, { token: before.token })).statusCode).toBe(401)
  })
})
