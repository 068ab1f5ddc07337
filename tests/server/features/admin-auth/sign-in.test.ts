import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '#server/features/admin-auth/sign-in.ts'
import { hashToken } from '#server/infra/ids.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { refusalOf } from './codes.ts'

let deps: TestDeps
let visitors = 0
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

function attempt(overrides: { email: string; password: string; address?: string }) {
  visitors++
  return signIn(deps, { address: `192.0.2.${visitors}`, ...overrides })
}

describe('signIn of an admin', () => {
  it('creates no session yet: it mails a code and returns the token of the challenge', async () => {
    const admin = await makeAdmin(deps, { email: 'Chief@example.com' })
    deps.queue.take('mail.send')
    const answer = await attempt({ email: ' chief@EXAMPLE.com', password: admin.password })
    expect(answer).toEqual({
      sessionToken: expect.any(String),
      adminEmail: 'Chief@example.com',
      hasApp: false,
      message: expect.stringContaining('6 digits'),
    })
    expect(await deps.db.session.count({ where: { adminId: admin.id } })).toBe(0)

    const [mail, ...others] = await readOutbox(deps, 'admin-code', 'Chief@example.com')
    expect(others).toEqual([])
    const expiresAt = addMinutes(deps.clock.now(), 10)
    expect(mail?.props).toEqual({
      code: expect.stringMatching(/^\d{6}$/),
      purpose: 'sign-in',
      expiresAt: expiresAt.toISOString(),
    })
    expect(deps.queue.take('mail.send')).toEqual([{ outboxId: mail?.id, isAwaited: true }])

    const [challenge] = await deps.db.adminChallenge.findMany({ where: { adminId: admin.id } })
    expect(challenge).toMatchObject({ triesLeft: 5, expiresAt, usedAt: null })
    expect(challenge?.tokenHash).toBe(hashToken(answer.sessionToken))
    expect(JSON.stringify(challenge)).not.toContain(String(mail?.props.code))
    expect(challenge?.codeHash).not.toBe(hashToken(String(mail?.props.code)))
  })

  it('refuses a wrong password, an unknown address and a disabled admin with the same error', async () => {
    const admin = await makeAdmin(deps)
    const disabled = await makeAdmin(deps, { disabledAt: deps.clock.now() })
    const refusals = [
      { email: admin.email, password: 'not this one' },
      { email: 'nobody@example.com', password: admin.password },
      { email: disabled.email, password: disabled.password },
    ]
    const mails = await deps.db.outboxMessage.count()
    for (const refusal of refusals) {
      await expect(attempt(refusal)).rejects.toMatchObject({
        code: 'ADMIN_LOGIN_FAILED',
        message: 'Login failed',
        data: {},
      })
    }
    expect(await deps.db.outboxMessage.count()).toBe(mails)
  })

  it('hashes as much without an account', async () => {
    const hashes: (string | null)[] = []
    const verify: typeof deps.passwords.verify = (hash, password) => {
      hashes.push(hash)
      return deps.passwords.verify(hash, password)
    }
    const watched = { ...deps, passwords: { ...deps.passwords, verify } }
    const input = { email: 'nobody@example.com', password: 'x', address: '192.0.2.240' }
    await expect(signIn(watched, input)).rejects.toMatchObject({ code: 'ADMIN_LOGIN_FAILED' })
    expect(hashes).toEqual([null])
  })

  it('allows ten tries, right ones too, since each would buy five guesses at a code', async () => {
    const admin = await makeAdmin(deps)
    const outcomes: (string | null)[] = []
    for (let i = 0; i < 12; i++) outcomes.push(await refusalOf(attempt(admin)))
    expect(outcomes).toEqual([...Array(10).fill(null), 'RATE_LIMITED', 'RATE_LIMITED'])
    expect(await deps.db.adminChallenge.count({ where: { adminId: admin.id } })).toBe(10)
    expect(await refusalOf(attempt({ ...admin, password: 'wrong' }))).toBe('RATE_LIMITED')
  })

  it('allows fifty tries from an address', async () => {
    const address = '198.51.100.200'
    const unknown = (i: number) => attempt({ email: `unknown${i}@example.com`, password: 'x', address })
    const first = await Promise.all(Array.from({ length: 50 }, (_, i) => refusalOf(unknown(i))))
    expect(new Set(first)).toEqual(new Set(['ADMIN_LOGIN_FAILED']))
    expect(await refusalOf(unknown(50))).toBe('RATE_LIMITED')
  })

  it('mails nothing for a password that changes during the check', async () => {
    const admin = await makeAdmin(deps)
    const verify: typeof deps.passwords.verify = async (hash, password) => {
      const isRight = await deps.passwords.verify(hash, password)
      await deps.db.admin.update({ where: { id: admin.id }, data: { passwordHash: 'another' } })
      return isRight
    }
    const slow = { ...deps, passwords: { ...deps.passwords, verify } }
    const { email, password } = admin
    expect(await refusalOf(signIn(slow, { email, password, address: '192.0.2.250' }))).toBe(
      'ADMIN_LOGIN_FAILED',
    )
    expect(await readOutbox(deps, 'admin-code', email)).toEqual([])
  })
})
