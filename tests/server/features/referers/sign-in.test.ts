import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { signIn } from '#server/features/referers/sign-in.ts'
import { addDays } from '#shared/calendar/durations.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'

let deps: TestDeps
let visitors = 0
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

function attempt(overrides: { referralCode: string; password: string; address?: string }) {
  visitors++
  return signIn(deps, { address: `192.0.2.${visitors}`, userAgent: 'a test', ...overrides })
}

describe('signIn of a referer', () => {
  it('creates a session of 30 days, in any letter case of the code', async () => {
    const referer = await makeReferer(deps, { referralCode: 'HEDGE17', commissionBps: 750 })
    const { login, expiresAt } = await attempt({ referralCode: ' hedge17 ', password: referer.password })
    expect(login).toEqual({
      id: referer.id,
      name: referer.name,
      referralCode: 'HEDGE17',
      commissionPercentage: 7.5,
      token: expect.any(String),
      mustChangePassword: false,
    })
    expect(expiresAt).toEqual(addDays(deps.clock.now(), 30))
    expect(await findSession(deps, 'referer', login.token)).toMatchObject({ refererId: referer.id })
    deps.clock.advance(30 * 24 * 60 * 60_000)
    expect(await findSession(deps, 'referer', login.token)).toBeNull()
  })

  it('tells when an admin has set the password', async () => {
    const referer = await makeReferer(deps, { mustChangePassword: true })
    const { login } = await attempt({ referralCode: referer.code, password: referer.password })
    expect(login.mustChangePassword).toBe(true)
  })

  it('refuses a wrong password, an unknown code and an ended referer with the same error', async () => {
    const referer = await makeReferer(deps)
    const ended = await makeReferer(deps, { endedAt: deps.clock.now() })
    const refusals = [
      { referralCode: referer.code, password: 'not this one' },
      { referralCode: referer.code, password: referer.password.toUpperCase() },
      { referralCode: 'NOBODY1', password: referer.password },
      { referralCode: ended.code, password: ended.password },
    ]
    for (const refusal of refusals) {
      await expect(attempt(refusal)).rejects.toMatchObject({
        code: 'REFERER_LOGIN_FAILED',
        message: 'Invalid referral code or password',
        data: {},
      })
    }
    expect(await deps.db.session.count({ where: { refererId: { in: [referer.id, ended.id] } } })).toBe(0)
  })

  it('hashes as much for an unknown code and an ended referer as for a known one', async () => {
    const ended = await makeReferer(deps, { endedAt: deps.clock.now() })
    const hashes: (string | null)[] = []
    const verify: typeof deps.passwords.verify = (hash, password) => {
      hashes.push(hash)
      return deps.passwords.verify(hash, password)
    }
    const watched = { ...deps, passwords: { ...deps.passwords, verify } }
    for (const referralCode of ['NOBODY2', ended.code]) {
      const input = { referralCode, password: ended.password, address: '192.0.2.240', userAgent: '' }
      await expect(signIn(watched, input)).rejects.toMatchObject({ code: 'REFERER_LOGIN_FAILED' })
    }
    expect(hashes).toEqual([null, null])
  })

  it('allows ten tries on a code in any letter case, and resets them after a right one', async () => {
    const referer = await makeReferer(deps)
    const wrong = (i: number) =>
      attempt({
        referralCode: i % 2 ? referer.code : referer.code.toLowerCase(),
        password: 'not this one',
      })
    for (let i = 0; i < 9; i++) await expect(wrong(i)).rejects.toMatchObject({ code: 'REFERER_LOGIN_FAILED' })
    await attempt({ referralCode: referer.code, password: referer.password })
    for (let i = 0; i < 10; i++) {
      await expect(wrong(i)).rejects.toMatchObject({ code: 'REFERER_LOGIN_FAILED' })
    }
    await expect(attempt({ referralCode: referer.code, password: referer.password })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
  })

  it('allows fifty tries from an address', async () => {
    const address = '198.51.100.9'
    const unknown = (i: number) => attempt({ referralCode: `NOBODY${i}`, password: 'x', address })
    const first = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => unknown(i)))
    for (const result of first) expect(result).toMatchObject({ reason: { code: 'REFERER_LOGIN_FAILED' } })
    await expect(unknown(50)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it.each([
    ['its password is changed', { passwordHash: 'another' }],
    ['its agreement is ended', { endedAt: new Date('2026-11-21T10:00:00Z') }],
  ])('opens nothing when, while it is checked, %s', async (_what, data) => {
    const referer = await makeReferer(deps)
    const verify: typeof deps.passwords.verify = async (hash, password) => {
      const isRight = await deps.passwords.verify(hash, password)
      await deps.db.referer.update({ where: { id: referer.id }, data })
      return isRight
    }
    const slow = { ...deps, passwords: { ...deps.passwords, verify } }
    const input = { referralCode: referer.code, password: referer.password }
    await expect(signIn(slow, { ...input, address: '192.0.2.250', userAgent: '' })).rejects.toMatchObject({
      code: 'REFERER_LOGIN_FAILED',
    })
    expect(await deps.db.session.count({ where: { refererId: referer.id } })).toBe(0)
  })
})
