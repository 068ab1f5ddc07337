import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { COOKIE_PATHS } from '#server/context.ts'
import { BROWSER_DAYS, recogniseBrowser, rememberBrowser } from '#server/features/accounts/known-browsers.ts'
import { mailReset } from '#server/features/accounts/password-reset.ts'
import { mailVerification } from '#server/features/accounts/verification.ts'
import { LIMITS } from '#server/infra/rate-limits.ts'
import { createSigner } from '#server/infra/signer.ts'
import { newestCode, otherThan } from '#tests/server/features/admin-auth/codes.ts'
import { type Answer, createTestApp, type TestApp } from '#tests/support/app.ts'
import { fixedClock } from '#tests/support/clock.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { newestToken } from '#tests/support/outbox.ts'

const signer = createSigner(['a-session-secret-of-this-test-012345'])
const account = { kind: 'student' as const, id: 'student-with-a-long-id', passwordHash: 'hash-1' }

function proofFor(who = account, clock = fixedClock('2026-11-21T10:00:00.000Z')): string {
  let stored = ''
  rememberBrowser({ signer, clock }, who, {
    proof: null,
    remember: (proof) => {
      stored = proof
    },
  })
  return stored
}

describe('the proof that a browser signed in before', () => {
  const clock = fixedClock('2026-11-21T10:00:00.000Z')
  const known = (proof: string | null, who = account) => recogniseBrowser({ signer, clock }, who, { proof })

  it('is valid for its account, and each proof is another browser', () => {
    const [first, second] = [proofFor(), proofFor()]
    expect(known(first)).not.toBeNull()
    expect(known(second)).not.toBeNull()
    expect(known(first)).not.toBe(known(second))
  })

  it('is invalid for another account, another kind, or after a new password', () => {
    const proof = proofFor()
    expect(known(proof, { ...account, id: 's2' })).toBeNull()
    expect(known(proof, { ...account, passwordHash: 'hash-2' })).toBeNull()
    expect(recogniseBrowser({ signer, clock }, { ...account, kind: 'admin' }, { proof })).toBeNull()
  })

  it('is invalid after a year', () => {
    const proof = proofFor()
    const later = fixedClock('2026-11-21T10:00:00.000Z')
    later.advance(BROWSER_DAYS * 24 * 60 * 60 * 1_000 - 1)
    expect(recogniseBrowser({ signer, clock: later }, account, { proof })).not.toBeNull()
    later.advance(1)
    expect(recogniseBrowser({ signer, clock: later }, account, { proof })).toBeNull()
  })

  it('cannot be forged or extended, and does not name the account', () => {
    const proof = proofFor()
    const [id = '', until = '', signature = ''] = proof.split('.')
    for (const forged of [
      null,
      '',
      '..',
      id,
      `${id}.${until}`,
      `${id}.${Number(until) + 1}.${signature}`,
      `x.${until}.${signature}`,
    ])
      expect(known(forged)).toBeNull()
    expect(proof).not.toContain(account.id)
  })
})

describe('wrong passwords of strangers', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp()
  })
  afterAll(() => shop.close())

  type SignInRequest = { url: string; body: Record<string, unknown> }
  let networks = 0

  function send(
    { url, body }: SignInRequest,
    cookie = '',
    remoteAddress = `10.${++networks >> 8}.${networks & 255}.1`,
  ) {
    return shop.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
      payload: JSON.stringify(body),
      remoteAddress,
    })
  }

  function cookieOf(answer: Answer, name: keyof typeof COOKIE_PATHS): string {
    const found = answer.cookies.find((cookie) => cookie.name === name)
    expect(found).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 31_536_000 })
    return `${name}=${found?.value}`
  }

  /** Uses all tries up, each from a network address of its own. */
  async function useUpTries(request: SignInRequest, cookie = ''): Promise<void> {
    const wrong = { ...request, body: { ...request.body, password: 'not this one' } }
    for (let count = 0; count < LIMITS.signInAccount.points; count++)
      expect((await send(wrong, cookie)).statusCode).toBe(401)
    expect((await send(wrong, cookie)).statusCode).toBe(429)
  }

  it('do not lock a student out of a known browser', async () => {
    const { email, password } = await makeStudent(shop.shop.deps)
    const request = { url: '/api/auth/login', body: { email, password } }
    const cookie = cookieOf(await send(request), 'known_student')
    await useUpTries(request)
    expect((await send(request)).statusCode).toBe(429)

    // It has ten tries of its own, which a right password resets.
    const wrong = { ...request, body: { email, password: 'not this one' } }
    for (let count = 1; count < LIMITS.signInAccount.points; count++)
      expect((await send(wrong, cookie)).statusCode).toBe(401)
    const back = await send(request, cookie)
    expect(back.statusCode).toBe(200)
    await useUpTries(request, cookie)
    expect((await send(request, cookie)).statusCode).toBe(429)
    // That sign-in gave the strangers no new tries.
    expect((await send(request)).statusCode).toBe(429)
  })

  it('lock a student out of a browser that is known to another account', async () => {
    const deps = shop.shop.deps
    const [mine, other] = [await makeStudent(deps), await makeStudent(deps)]
    const theirs = { url: '/api/auth/login', body: { email: other.email, password: other.password } }
    const cookie = cookieOf(await send(theirs), 'known_student')
    const request = { url: '/api/auth/login', body: { email: mine.email, password: mine.password } }
    await useUpTries(request)
    expect((await send(request, cookie)).statusCode).toBe(429)
  })

  it.each(['student', 'referer', 'admin'] as const)(
    'at the network address of a %s use up no tries of a known browser',
    async (kind) => {
      const { deps } = shop.shop
      const [request, cookie] = await signInOnce(kind)
      const from = `203.0.113.${['student', 'referer', 'admin'].indexOf(kind)}`
      for (let count = 0; count < LIMITS.signInAddress.points; count++)
        await deps.limits.consume('signInAddress', from)
      expect((await send(request, '', from)).statusCode).toBe(429)
      expect((await send(request, cookie, from)).statusCode).toBe(200)
    },
  )

  it('aside, all known browsers of an account share one limit', async () => {
    const [request, first] = await signInOnce('student')
    let cookie = first
    for (let count = 0; count < LIMITS.signInAddress.points; count++) {
      const answer = await send(request, cookie)
      expect(answer.statusCode).toBe(200)
      cookie = cookieOf(answer, 'known_student')
    }
    expect((await send(request, cookie)).statusCode).toBe(429)
    expect((await send(request, first)).statusCode).toBe(429)
  })

  /** A sign-in request, and the cookie of a browser that has sent it. */
  async function signInOnce(kind: 'student' | 'referer' | 'admin'): Promise<[SignInRequest, string]> {
    const { deps } = shop.shop
    if (kind === 'referer') {
      const { code, password } = await makeReferer(deps)
      const request = refererSignIn(code, password)
      return [request, cookieOf(await send(request), 'known_referer')]
    }
    if (kind === 'student') {
      const { email, password } = await makeStudent(deps)
      const request = studentSignIn(email, password)
      return [request, cookieOf(await send(request), 'known_student')]
    }
    const { email, password } = await makeAdmin(deps)
    const request = { url: '/api/admin/login', body: { email, password } }
    const { sessionToken } = (await send(request)).json()
    const authCode = await newestCode(deps, email)
    const verified = await send({ url: '/api/admin/verify-code', body: { sessionToken, authCode } })
    return [request, cookieOf(verified, 'known_admin')]
  }

  it('do not lock a referer out of a known browser, over tRPC too', async () => {
    const { code, password } = await makeReferer(shop.shop.deps)
    const request = { url: '/api/clubs/login', body: { referralCode: code, password } }
    const overTrpc = { url: '/trpc/referer.login', body: { json: request.body } }
    const cookie = cookieOf(await send(overTrpc), 'known_referer')
    await useUpTries(request)
    expect((await send(overTrpc)).statusCode).toBe(429)
    expect((await send(overTrpc, cookie)).statusCode).toBe(200)
  })

  it('and wrong codes do not lock the admin out of a known browser', async () => {
    const { deps } = shop.shop
    const { email, password } = await makeAdmin(deps)
    const request = { url: '/api/admin/login', body: { email, password } }
    const verify = (sessionToken: string, authCode: string, cookie = '') =>
      send({ url: '/api/admin/verify-code', body: { sessionToken, authCode } }, cookie)
    const signIn = async (cookie = '') => (await send(request, cookie)).json().sessionToken
    const first = await signIn()
    const cookie = cookieOf(await verify(first, await newestCode(deps, email)), 'known_admin')

    // A stranger has the password, but no code.
    for (let count = 0; count < 3; count++) {
      const sessionToken = await signIn()
      const wrong = otherThan(await newestCode(deps, email))
      for (let tries = 0; tries < 4; tries++) await verify(sessionToken, wrong)
    }
    const stranger = await signIn()
    expect((await verify(stranger, await newestCode(deps, email))).statusCode).toBe(429)
    const own = await signIn(cookie)
    expect((await verify(own, await newestCode(deps, email), cookie)).statusCode).toBe(200)

    await useUpTries({ ...request, body: { email: (await makeAdmin(deps)).email, password } })
  })

  it('lock out a browser known by the former password, but not the one that set the new one', async () => {
    const { email, password } = await makeStudent(shop.shop.deps)
    const request = { url: '/api/auth/login', body: { email, password } }
    const signedIn = await send(request)
    const before = cookieOf(signedIn, 'known_student')
    const changed = await shop.app.inject({
      method: 'POST',
      url: '/trpc/auth.changePassword',
      headers: { authorization: `Bearer ${signedIn.json().token}` },
      payload: { json: { currentPassword: password, password: 'short final at dusk' } },
    })
    const after = cookieOf(changed, 'known_student')
    const renewed = { ...request, body: { email, password: 'short final at dusk' } }
    await useUpTries(renewed)
    expect((await send(renewed, before)).statusCode).toBe(429)
    expect((await send(renewed, after)).statusCode).toBe(200)
  })

  it.each(['student', 'referer'] as const)(
    'do not lock a %s out of the browser that resets the password',
    async (kind) => {
      const { deps } = shop.shop
      const renewed = 'short final at dusk'
      const person = kind === 'student' ? await makeStudent(deps) : await makeReferer(deps)
      const request =
        'code' in person ? refererSignIn(person.code, renewed) : studentSignIn(person.email, renewed)
      const owner = 'code' in person ? { refererId: person.id } : { studentId: person.id }
      const { email } = person
      await deps.db.$transaction((tx) =>
        mailReset(tx, deps, { owner, name: 'Sam', email, dedupeKey: `reset:${kind}` }),
      )
      const token = await newestToken(deps, 'password-reset', email)
      const type = kind === 'student' ? 'user' : 'referer'
      const body = { token, type, password: renewed }
      const cookie = cookieOf(await send({ url: '/api/auth/reset-password', body }), `known_${kind}`)
      await useUpTries(request)
      expect((await send(request, cookie)).statusCode).toBe(200)
    },
  )

  it.each(['verifyEmail', 'verifyEmailWithPassword', 'setPasswordByVerification'])(
    'do not lock a student out of the browser that verified the address by auth.%s',
    async (procedure) => {
      const { deps } = shop.shop
      const { id, email, password } = await makeStudent(deps, { verifiedAt: null })
      await deps.db.$transaction((tx) => mailVerification(tx, deps, { student: { id, email } }))
      const token = await newestToken(deps, 'verify-email', email)
      const confirmed = await send({ url: `/trpc/auth.${procedure}`, body: { json: { token, password } } })
      const cookie = cookieOf(confirmed, 'known_student')
      const request = studentSignIn(email, password)
      await useUpTries(request)
      expect((await send(request, cookie)).statusCode).toBe(200)
    },
  )
})

const studentSignIn = (email: string, password: string) => ({
  url: '/api/auth/login',
  body: { email, password },
})
const refererSignIn = (referralCode: string, password: string) => ({
  url: '/api/clubs/login',
  body: { referralCode, password },
})
