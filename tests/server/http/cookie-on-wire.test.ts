import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COOKIE_PATHS, type CookieName } from '#server/context.ts'
import { cookieOnWire } from '#server/http/cookie-on-wire.ts'
import { newestCode } from '#tests/server/features/admin-auth/codes.ts'
import { type Answer, createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp({ parts: { config: testConfig({ PUBLIC_URL: 'https://shop.test' }) } })
})
afterAll(() => shop.close())

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.send({ method: 'POST', url, body, headers })

const cookieOf = (answer: Answer, name: string) => answer.cookies.find((cookie) => cookie.name === name)

async function signInAsAdmin(): Promise<Answer> {
  const { email, password } = shop.people.admin
  const { sessionToken } = (await post('/api/admin/login', { email, password })).json()
  const authCode = await newestCode(shop.shop.deps, email)
  return post('/api/admin/verify-code', { sessionToken, authCode })
}

describe('on https', () => {
  it("the admin's cookie is of this host alone, set and cleared", async () => {
    const name = '__Host-admin_session'
    const signedIn = cookieOf(await signInAsAdmin(), name)
    expect(signedIn).toMatchObject({ secure: true, httpOnly: true, path: '/' })
    expect(signedIn).not.toHaveProperty('domain')
    const cookie = `${name}=${signedIn?.value}`
    const session = (headers: Record<string, string>) => shop.send({ url: '/api/admin/session', headers })
    expect((await session({ cookie })).statusCode).toBe(200)
    // Any page of a neighbouring host could set this one.
    expect((await session({ cookie: `admin_session=${signedIn?.value}` })).statusCode).toBe(401)
    const cleared = cookieOf(await post('/api/admin/logout', {}, { cookie }), name)
    expect(cleared).toMatchObject({ value: '', path: '/', secure: true })
    expect((await session({ cookie })).statusCode).toBe(401)
  })

  it("the referer's cookie is secure, over REST and tRPC alike", async () => {
    const { code, password } = await makeReferer(shop.shop.deps)
    const name = '__Secure-referer_document'
    const body = { referralCode: code, password }
    const overRest = await post('/api/clubs/login', body)
    const overTrpc = await post('/trpc/referer.login', { json: body })
    for (const answer of [overRest, overTrpc])
      expect(cookieOf(answer, name)).toMatchObject({ secure: true, path: '/api/clubs/invoice' })
    const invoice = (cookie: string) => shop.send({ url: '/api/clubs/invoice/none', headers: { cookie } })
    const { value } = cookieOf(overRest, name) ?? {}
    expect((await invoice(`${name}=${value}`)).statusCode).toBe(404)
    expect((await invoice(`referer_document=${value}`)).statusCode).toBe(401)
  })

  it('the cookie of videos is secure', async () => {
    const url = `/api/users/${shop.people.student.id}/videos/1/access`
    const answer = await shop.send({ as: 'student', url })
    expect(answer.cookies).toMatchObject([{ name: '__Secure-media_session', path: '/media', secure: true }])
  })
})

it('the prefix fits the path, and there is none without https', () => {
  for (const [name, path] of Object.entries(COOKIE_PATHS) as [CookieName, string][]) {
    const prefix = path === '/' ? '__Host-' : '__Secure-'
    expect(cookieOnWire({ hasSecureCookies: true }, name)).toBe(`${prefix}${name}`)
    expect(cookieOnWire({ hasSecureCookies: false }, name)).toBe(name)
  }
})
