import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { signIn } from '#server/features/accounts/sign-in.ts'
import { loginMessages } from '#shared/messages/auth.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
let visitors = 0
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

function attempt(overrides: { email: string; password: string; address?: string }) {
  visitors++
  return signIn(deps, { address: `192.0.2.${visitors}`, userAgent: 'a test', ...overrides })
}

describe('signIn', () => {
  it('returns a token, in any letter case of the address', async () => {
    const student = await makeStudent(deps, { email: 'Sam@example.com' })
    deps.clock.advance(60_000)
    const answer = await attempt({ email: ' SAM@example.com', password: student.password })
    expect(answer).toEqual({
      success: true,
      token: expect.any(String),
      user: { id: student.id, username: student.username, email: 'Sam@example.com' },
    })
    const token = answer.success ? answer.token : null
    expect(await findSession(deps, 'student', token)).toMatchObject({ studentId: student.id })
    const row = await deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(row.lastSeenAt).toEqual(deps.clock.now())
  })

  it('refuses a wrong password, an unknown address and an erased account with the same error', async () => {
    const student = await makeStudent(deps)
    const erased = await makeStudent(deps, { erasedAt: deps.clock.now() })
    const refusals = [
      { email: student.email, password: 'not this one' },
      { email: student.email, password: `${student.password} ` },
      { email: 'nobody@example.com', password: student.password },
      { email: erased.email, password: erased.password },
    ]
    for (const refusal of refusals) {
      await expect(attempt(refusal)).rejects.toMatchObject({
        code: 'INVALID_CREDENTIALS',
        message: 'Please check your credentials and try again.',
        data: {},
      })
    }
  })

  it('tells an unverified student so, creates no session, and requests a new link', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    deps.queue.take('accounts.mailLink')
    const message = loginMessages.verificationNeeded(student.email)
    expect(await attempt({ email: student.email, password: student.password })).toEqual({
      success: false,
      requiresVerification: true,
      email: student.email,
      message: message,
      error: message,
    })
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(1)
    expect(await deps.db.session.count({ where: { studentId: student.id } })).toBe(0)
  })

  it('does not reveal with a wrong password that an address is unverified', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    await expect(attempt({ email: student.email, password: 'not this one' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect(deps.queue.take('accounts.mailLink')).toEqual([])
  })

  it('allows ten tries on an account from all addresses, and resets them after a right one', async () => {
    const student = await makeStudent(deps)
    const wrong = { email: student.email, password: 'not this one' }
    for (let i = 0; i < 9; i++)
      await expect(attempt(wrong)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    expect(await attempt({ email: student.email, password: student.password })).toMatchObject({
      success: true,
    })
    for (let i = 0; i < 10; i++)
      await expect(attempt(wrong)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    await expect(attempt({ email: student.email, password: student.password })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      data: { retryAfterSeconds: expect.any(Number) },
    })
  })

  it('allows fifty tries from an address, for unknown accounts too', async () => {
    const address = '198.51.100.7'
    const unknown = (i: number) => attempt({ email: `unknown${i}@example.com`, password: 'x', address })
    const first = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => unknown(i)))
    for (const result of first) expect(result).toMatchObject({ reason: { code: 'INVALID_CREDENTIALS' } })
    await expect(unknown(50)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('creates no session for a password that changes during the check', async () => {
    const student = await makeStudent(deps)
    const changed = await deps.passwords.hash('another password')
    const verify: typeof deps.passwords.verify = async (hash, password) => {
      const isRight = await deps.passwords.verify(hash, password)
      await deps.db.student.update({ where: { id: student.id }, data: { passwordHash: changed } })
      return isRight
    }
    const slow = { ...deps, passwords: { ...deps.passwords, verify } }
    const { email, password } = student
    await expect(
      signIn(slow, { email, password, address: '192.0.2.250', userAgent: '' }),
    ).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect(await deps.db.session.count({ where: { studentId: student.id } })).toBe(0)
  })
})
