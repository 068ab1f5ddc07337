import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { COOKIE_PATHS } from '#server/context.ts'
import { BROWSER_DAYS, recogniseBrowser, rememberBrowser } from '#server/features/accounts/known-browsers.ts'
import { mailReset } from '#server/features/accounts/password-reset.ts'
import { mailVerification } from '#server/features/accounts/verification.ts'
import { createSigner } from '#server/infra/signer.ts'
import { signInTriesPerAccount, signInTriesPerAddress } from '#shared/limits.ts'
import { newestCode, otherThan } from '#tests/server/features/admin-auth/codes.ts'
import { type Answer, createTestApp, type TestApp } from '#tests/support/app.ts'
import { fixedClock } from '#tests/support/clock.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { newestToken } from '#tests/support/outbox.ts'

const signer = createSigner(['a-session-secret-of-this-test-012345'])
const account = { kind: 'student' as const, id: 's1', passwordHash: 'hash-1' }

function proofFor(who = account, clock = fixedClock('2026-11-21T10:00:00.000Z')): string {
  let kept = ''
  rememberBrowser({ signer, clock }, who, {
    proof: null,
    remember: (proof) => {
      kept = proof
    },
  })
  return kept
}

describe('the proof that a browser signed in before', () => {
  const clock = fixedClock('2026-11-21T10:00:00.000Z')
  const known = (proof: string | null, who = account) => recogniseBrowser({ signer, clock }, who, { proof })

  it('is taken for its account, and each is another browser', () => {
    const [first, second] = [proofFor(), proofFor()]
    expect(known(first)).not.toBeNull()
    expect(known(second)).not.toBeNull()
    expect(known(first)).not.toBe(known(second))
  })

  it('is of no use for another account, another kind, or after a new password', () => {
    const proof = proofFor()
    expect(known(proof, { ...account, id: 's2' })).toBeNull()
    expect(known(proof, { ...account, passwordHash: 'hash-2' })).toBeNull()
    expect(recogniseBrowser({ signer, clock }, { ...account, kind: 'admin' }, { proof })).toBeNull()
  })

  it('ends after a year, whatever the browser keeps', () => {
    const proof = proofFor()
    const later = fixedClock('2026-11-21T10:00:00.000Z')
    later.advance(BROWSER_DAYS * 24 * 60 * 60 * 1_000 - 1)
    expect(recogniseBrowser({ signer, clock: later }, account, { proof })).not.toBeNull()
    later.advance(1)
    expect(recogniseBrowser({ signer, clock: later }, account, { proof })).toBeNull()
  })

  it('cannot be made up, lengthened or told whose it is', () => {
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

describe('wrong passwords by others', () => {
  let shop: TestApp
  beforeAll(async () => {
    shop = await createTestApp()
  })
  afterAll(() => shop.close())

  type Door = { url: string; body: Record<string, unknown> }
  let networks = 0

  function knock(
    { url, body }: Door,
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

  /** As many wrong tries as there are, each from an address of its own. */
  async function useUpTries(door: Door, cookie = ''): Promise<void> {
    const wrong = { ...door, body: { ...door.body, password: 'not this one' } }
    for (let count = 0; count < signInTriesPerAccount; count++)
      expect((await knock(wrong, cookie)).statusCode).toBe(401)
    expect((await knock(wrong, cookie)).statusCode).toBe(429)
  }

  it('lock a student out of no browser that signed in before', async () => {
    const { email, password } = await makeStudent(shop.shop.deps)
    const door = { url: '/api/auth/login', body: { email, password } }
    const cookie = cookieOf(await knock(door), 'known_student')
    await useUpTries(door)
    expect((await knock(door)).statusCode).toBe(429)

    // It has ten of its own, which a right password gives back.
    const wrong = { ...door, body: { email, password: 'not this one' } }
    for (let count = 1; count < signInTriesPerAccount; count++)
      expect((await knock(wrong, cookie)).statusCode).toBe(401)
    const back = await knock(door, cookie)
    expect(back.statusCode).toBe(200)
    await useUpTries(door, cookie)
    expect((await knock(door, cookie)).statusCode).toBe(429)
    // Signing in there gave those who guess no new tries.
    expect((await knock(door)).statusCode).toBe(429)
  })

  it('lock a student out of a browser that only another account knows', async () => {
    const deps = shop.shop.deps
    const [mine, other] = [await makeStudent(deps), await makeStudent(deps)]
    const theirs = { url: '/api/auth/login', body: { email: other.email, password: other.password } }
    const cookie = cookieOf(await knock(theirs), 'known_student')
    const door = { url: '/api/auth/login', body: { email: mine.email, password: mine.password } }
    await useUpTries(door)
    expect((await knock(door, cookie)).statusCode).toBe(429)
  })

  it.each(['student', 'referer', 'admin'] as const)(
    'from the network address of a %s use up no tries of a browser that signed in before',
    async (kind) => {
      const { deps } = shop.shop
      const [door, cookie] = await knownDoor(kind)
      const from = `203.0.113.${['student', 'referer', 'admin'].indexOf(kind)}`
      for (let count = 0; count < signInTriesPerAddress; count++)
        await deps.limits.consume('signInAddress', from)
      expect((await knock(door, '', from)).statusCode).toBe(429)
      expect((await knock(door, cookie, from)).statusCode).toBe(200)
    },
  )

  it('and right ones by all known browsers of an account together are limited by their own number', async () => {
    const [door, first] = await knownDoor('student')
    let cookie = first
    for (let count = 0; count < signInTriesPerAddress; count++) {
      const answer = await knock(door, cookie)
      expect(answer.statusCode).toBe(200)
      cookie = cookieOf(answer, 'known_student')
    }
    expect((await knock(door, cookie)).statusCode).toBe(429)
    expect((await knock(door, first)).statusCode).toBe(429)
  })

  /** Where one signs in, and what a browser keeps that has. */
  async function knownDoor(kind: 'student' | 'referer' | 'admin'): Promise<[Door, string]> {
    const { deps } = shop.shop
    if (kind === 'referer') {
      const { code, password } = await makeReferer(deps)
      const door = clubDoor(code, password)
      return [door, cookieOf(await knock(door), 'known_referer')]
    }
    if (kind === 'student') {
      const { email, password } = await makeStudent(deps)
      const door = studentDoor(email, password)
      return [door, cookieOf(await knock(door), 'known_student')]
    }
    const { email, password } = await makeAdmin(deps)
    const door = { url: '/api/admin/login', body: { email, password } }
    const { sessionToken } = (await knock(door)).json()
    const authCode = await newestCode(deps, email)
    const verified = await knock({ url: '/api/admin/verify-code', body: { sessionToken, authCode } })
    return [door, cookieOf(verified, 'known_admin')]
  }

  it('lock a referer out of no browser that signed in before, over tRPC alike', async () => {
    const { code, password } = await makeReferer(shop.shop.deps)
    const door = { url: '/api/clubs/login', body: { referralCode: code, password } }
    const overTrpc = { url: '/trpc/referer.login', body: { json: door.body } }
    const cookie = cookieOf(await knock(overTrpc), 'known_referer')
    await useUpTries(door)
    expect((await knock(overTrpc)).statusCode).toBe(429)
    expect((await knock(overTrpc, cookie)).statusCode).toBe(200)
  })

  it('and wrong codes lock the admin out of no browser that signed in before', async () => {
    const { deps } = shop.shop
    const { email, password } = await makeAdmin(deps)
    const door = { url: '/api/admin/login', body: { email, password } }
    const verify = (sessionToken: string, authCode: string, cookie = '') =>
      knock({ url: '/api/admin/verify-code', body: { sessionToken, authCode } }, cookie)
    const begin = async (cookie = '') => (await knock(door, cookie)).json().sessionToken
    const first = await begin()
    const cookie = cookieOf(await verify(first, await newestCode(deps, email)), 'known_admin')

    // Somebody has the password, and no code.
    for (let count = 0; count < 3; count++) {
      const sessionToken = await begin()
      const wrong = otherThan(await newestCode(deps, email))
      for (let tries = 0; tries < 4; tries++) await verify(sessionToken, wrong)
    }
    const stranger = await begin()
    expect((await verify(stranger, await newestCode(deps, email))).statusCode).toBe(429)
    const own = await begin(cookie)
    expect((await verify(own, await newestCode(deps, email), cookie)).statusCode).toBe(200)

    await useUpTries({ ...door, body: { email: (await makeAdmin(deps)).email, password } })
  })

  it('a new password ends what the old one proved, but not in the browser that set it', async () => {
    const { email, password } = await makeStudent(shop.shop.deps)
    const door = { url: '/api/auth/login', body: { email, password } }
    const signedIn = await knock(door)
    const before = cookieOf(signedIn, 'known_student')
    const changed = await shop.app.inject({
      method: 'POST',
      url: '/trpc/auth.changePassword',
      headers: { authorization: `Bearer ${signedIn.json().token}` },
      payload: { json: { currentPassword: password, password: 'short final at dusk' } },
    })
    const after = cookieOf(changed, 'known_student')
    const renewed = { ...door, body: { email, password: 'short final at dusk' } }
    await useUpTries(renewed)
    expect((await knock(renewed, before)).statusCode).toBe(429)
    expect((await knock(renewed, after)).statusCode).toBe(200)
  })

  it.each(['student', 'referer'] as const)(
    'lock a %s who forgot the password out of no browser that sets a new one',
    async (kind) => {
      const { deps } = shop.shop
      const renewed = 'short final at dusk'
      const person = kind === 'student' ? await makeStudent(deps) : await makeReferer(deps)
      const door = 'code' in person ? clubDoor(person.code, renewed) : studentDoor(person.email, renewed)
      const owner = 'code' in person ? { refererId: person.id } : { studentId: person.id }
      const { email } = person
      await deps.db.$transaction((tx) =>
        mailReset(tx, deps, { owner, name: 'Sam', email, dedupeKey: `reset:${kind}` }),
      )
      const token = await newestToken(deps, 'password-reset', email)
      const type = kind === 'student' ? 'user' : 'referer'
      const body = { token, type, password: renewed }
      const cookie = cookieOf(await knock({ url: '/api/auth/reset-password', body }), `known_${kind}`)
      await useUpTries(door)
      expect((await knock(door, cookie)).statusCode).toBe(200)
    },
  )

  it.each(['verifyEmail', 'verifyEmailWithPassword', 'setPasswordByVerification'])(
    'lock a student out of no browser that confirmed the address by auth.%s',
    async (procedure) => {
      const { deps } = shop.shop
      const { id, email, password } = await makeStudent(deps, { verifiedAt: null })
      await deps.db.$transaction((tx) => mailVerification(tx, deps, { student: { id, email } }))
      const token = await newestToken(deps, 'verify-email', email)
      const confirmed = await knock({ url: `/trpc/auth.${procedure}`, body: { json: { token, password } } })
      const cookie = cookieOf(confirmed, 'known_student')
      const door = studentDoor(email, password)
      await useUpTries(door)
      expect((await knock(door, cookie)).statusCode).toBe(200)
    },
  )
})

const studentDoor = (email: string, password: string) => ({
  url: '/api/auth/login',
  body: { email, password },
})
const clubDoor = (referralCode: string, password: string) => ({
  url: '/api/clubs/login',
  body: { referralCode, password },
})
