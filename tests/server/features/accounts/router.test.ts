import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContext } from '#server/context.ts'
import { createCaller } from '#server/router.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

function as(bearer: string | null, address = '192.0.2.1') {
  const credentials = { bearer, refererToken: null, adminCookie: null, refererCookie: null }
  const cookies = { get: () => null, set: () => {}, clear: () => {} }
  return createCaller(
    createContext({ deps, requestId: 'r1', address, userAgent: 'Firefox', credentials, cookies }),
  ).auth
}

const notSignedIn = { cause: expect.objectContaining({ code: 'NOT_SIGNED_IN' }) }

describe('auth', () => {
  it('registers, verifies, returns the student, and signs out', async () => {
    const anyone = as(null)
    const registered = await anyone.register({
      username: 'Ada',
      email: 'ada@example.com',
      password: 'go around 27',
    })
    expect(registered).toMatchObject({ requiresVerification: true, token: null })
    expect(await anyone.login({ email: 'ada@example.com', password: 'go around 27' })).toMatchObject({
      success: false,
      requiresVerification: true,
    })

    const { token } = await anyone.verifyEmail({
      token: await newestToken(deps, 'verify-email', 'ada@example.com'),
    })
    const me = await as(token).me()
    expect(me).toEqual({ id: me.id, user: { id: me.id, username: 'Ada', email: 'ada@example.com' } })
    const [session] = await deps.db.session.findMany({ where: { studentId: me.id } })
    expect(session?.userAgent).toBe('Firefox')

    expect(await as(token).logout()).toEqual({ success: true })
    await expect(as(token).me()).rejects.toMatchObject(notSignedIn)
    const again = await anyone.login({ email: 'ada@example.com', password: 'go around 27' })
    expect(await as(again.success ? again.token : null).me()).toEqual(me)
  })

  it('accepts ten messages an hour from one network address', async () => {
    const message = { name: 'Robin', email: 'robin@example.com', topic: 'other', message: 'Hello.' } as const
    const robin = as(null, '192.0.2.77')
    for (let sent = 0; sent < 10; sent++) await robin.sendMessage(message)
    await expect(robin.sendMessage(message)).rejects.toMatchObject({
      cause: expect.objectContaining({ code: 'RATE_LIMITED' }),
    })
    expect(await as(null, '192.0.2.78').sendMessage(message)).toMatchObject({ isAcknowledged: false })
  })

  it('stores the signed-in student with the message', async () => {
    const { id } = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: id })
    const message = { name: 'Kim', email: 'other@example.com', topic: 'other', message: 'Hello.' } as const
    expect(await as(token, '192.0.2.79').sendMessage(message)).toMatchObject({ isAcknowledged: true })
    expect(
      await deps.db.contactMessage.findFirstOrThrow({ where: { email: 'other@example.com' } }),
    ).toMatchObject({
      studentId: id,
    })
  })

  it('signs out without a session too', async () => {
    expect(await as(null).logout()).toEqual({ success: true })
    expect(await as('an unknown token').logout()).toEqual({ success: true })
  })

  it('refuses a missing session, an expired one, and one of another kind', async () => {
    const student = await makeStudent(deps)
    const expired = await makeSession(deps, { studentId: student.id }, { expiresAt: deps.clock.now() })
    await expect(as(null).me()).rejects.toMatchObject(notSignedIn)
    await expect(as(expired.token).me()).rejects.toMatchObject(notSignedIn)
    const admin = await deps.db.admin.create({
      data: {
        id: 'admin',
        email: 'a@b.uk',
        emailKey: 'a@b.uk',
        passwordHash: 'x',
        createdAt: deps.clock.now(),
      },
    })
    const ofAdmin = await makeSession(deps, { adminId: admin.id })
    await expect(as(ofAdmin.token).me()).rejects.toMatchObject(notSignedIn)
  })

  it('tells whether a reset token is valid, and whose it is', async () => {
    expect(await as(null).verifyResetToken({ token: 'no such token' })).toEqual({
      valid: false,
      email: null,
      type: null,
    })
  })

  it('allows fifty registrations from an address', async () => {
    const taken = await makeStudent(deps)
    const { email } = taken
    const tries = Array.from({ length: 51 }, (_, i) =>
      as(null, '203.0.113.9').register({ username: `Crowd ${i}`, email, password: 'go around 27' }),
    )
    const codes = (await Promise.allSettled(tries)).map((result) =>
      result.status === 'rejected' ? result.reason.cause.code : 'registered',
    )
    expect(codes.filter((code) => code === 'EMAIL_TAKEN')).toHaveLength(50)
    expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(1)
  })
})
