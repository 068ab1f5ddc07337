import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { resendCode, verifyCode } from '#server/features/admin-auth/sign-in.ts'
import { addMinutes } from '#shared/calendar/durations.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { newestCode, otherThan, refusalOf, startSignIn } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('verifyCode', () => {
  const verify = (sessionToken: string, authCode: string) =>
    verifyCode(deps, { sessionToken, authCode, userAgent: 'a test' })

  const openSessions = (adminId: string) => deps.db.session.count({ where: { adminId, revokedAt: null } })

  it('creates a session of three calendar months with a step-up and an audit entry', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await startSignIn(deps, admin)
    const opened = await verify(sessionToken, code)
    expect(opened).toEqual({
      token: expect.any(String),
      adminEmail: admin.email,
      expiresAt: new Date('2027-02-21T10:00:00.000Z'),
    })
    const session = await findSession(deps, 'admin', opened.token)
    expect(session).toMatchObject({ adminId: admin.id, stepUpAt: deps.clock.now() })
    expect(await deps.db.auditEntry.findFirst({ where: { actorId: admin.id } })).toMatchObject({
      action: 'session.opened',
      subjectId: session?.sessionId,
    })
    deps.clock.set('2027-02-21T09:59:59Z')
    expect(await findSession(deps, 'admin', opened.token)).not.toBeNull()
    deps.clock.set('2027-02-21T10:00:00Z')
    expect(await findSession(deps, 'admin', opened.token)).toBeNull()
    deps.clock.set('2026-11-21T10:00:00Z')
  })

  it('accepts a code once', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await startSignIn(deps, admin)
    await verify(sessionToken, code)
    expect(await refusalOf(verify(sessionToken, code))).toBe('ADMIN_CODE_EXPIRED')
    expect(await openSessions(admin.id)).toBe(1)
  })

  it('creates one session for four simultaneous right answers', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await startSignIn(deps, admin)
    const answers = await Promise.all(Array.from({ length: 4 }, () => refusalOf(verify(sessionToken, code))))
    expect(answers.filter((refusal) => refusal === null)).toHaveLength(1)
    expect(answers.filter((refusal) => refusal === 'ADMIN_CODE_EXPIRED')).toHaveLength(3)
    expect(await openSessions(admin.id)).toBe(1)
  })

  it('accepts a code for ten minutes', async () => {
    const admin = await makeAdmin(deps)
    const start = deps.clock.now()
    const first = await startSignIn(deps, admin)
    deps.clock.set(new Date(addMinutes(start, 10).getTime() - 1).toISOString())
    await verify(first.sessionToken, first.code)
    deps.clock.set(start.toISOString())
    const second = await startSignIn(deps, admin)
    deps.clock.set(addMinutes(start, 10).toISOString())
    expect(await refusalOf(verify(second.sessionToken, second.code))).toBe('ADMIN_CODE_EXPIRED')
    deps.clock.set(start.toISOString())
  })

  it('allows five tries, then requires a new sign-in', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await startSignIn(deps, admin)
    for (let i = 0; i < 4; i++) {
      expect(await refusalOf(verify(sessionToken, otherThan(code)))).toBe('ADMIN_CODE_WRONG')
    }
    expect(await refusalOf(verify(sessionToken, otherThan(code)))).toBe('ADMIN_CODE_EXPIRED')
    expect(await refusalOf(verify(sessionToken, code))).toBe('ADMIN_CODE_EXPIRED')
    const again = await startSignIn(deps, admin)
    await verify(again.sessionToken, again.code)
  })

  it('checks five of ten simultaneous guesses', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await startSignIn(deps, admin)
    const guess = () => refusalOf(verify(sessionToken, otherThan(code)))
    const answers = await Promise.all(Array.from({ length: 10 }, guess))
    expect(answers.filter((refusal) => refusal === 'ADMIN_CODE_WRONG')).toHaveLength(4)
    expect(await deps.db.adminChallenge.findMany({ where: { adminId: admin.id } })).toMatchObject([
      { triesLeft: 0 },
    ])
  })

  it('limits the tries over all challenges of an admin', async () => {
    const admin = await makeAdmin(deps)
    const looked: (string | null)[] = []
    for (let login = 0; login < 4; login++) {
      const { sessionToken, code } = await startSignIn(deps, admin)
      for (let i = 0; i < 5; i++) looked.push(await refusalOf(verify(sessionToken, otherThan(code))))
    }
    expect(looked.slice(0, 10)).not.toContain('RATE_LIMITED')
    expect(new Set(looked.slice(10))).toEqual(new Set(['RATE_LIMITED']))
    recordReliability('second factor guessed', looked.length, 'mailed codes guessed, ten checked')
    // Now the right code is refused too.
    const { sessionToken, code } = await startSignIn(deps, admin)
    expect(await refusalOf(verify(sessionToken, code))).toBe('RATE_LIMITED')
  })

  it('refuses unknown tokens and codes of another sign-in', async () => {
    const admin = await makeAdmin(deps)
    const [one, two] = [await startSignIn(deps, admin), await startSignIn(deps, admin)]
    expect(await refusalOf(verify('made up', one.code))).toBe('ADMIN_CODE_EXPIRED')
    if (one.code !== two.code) {
      expect(await refusalOf(verify(one.sessionToken, two.code))).toBe('ADMIN_CODE_WRONG')
    }
    await verify(one.sessionToken, one.code)
  })

  it('creates no session for an admin who was disabled meanwhile', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await startSignIn(deps, admin)
    await deps.db.admin.update({ where: { id: admin.id }, data: { disabledAt: deps.clock.now() } })
    expect(await refusalOf(verify(sessionToken, code))).toBe('ADMIN_CODE_EXPIRED')
    expect(await openSessions(admin.id)).toBe(0)
  })
})

describe('resendCode', () => {
  const verify = (sessionToken: string, authCode: string) =>
    verifyCode(deps, { sessionToken, authCode, userAgent: 'a test' })

  it('mails a new code for ten minutes, which replaces the older', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await startSignIn(deps, admin)
    deps.queue.take('mail.send')
    deps.clock.advance(9 * 60_000)
    expect(await resendCode(deps, { sessionToken })).toEqual({ success: true, message: 'Code Resent' })
    expect(deps.queue.take('mail.send')).toHaveLength(1)
    const newer = await newestCode(deps, admin.email)
    deps.clock.advance(9 * 60_000)
    // One in a million mails repeats the same code.
    if (newer !== code) expect(await refusalOf(verify(sessionToken, code))).toBe('ADMIN_CODE_WRONG')
    await verify(sessionToken, newer)
  })

  it('adds no tries', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await startSignIn(deps, admin)
    for (let i = 0; i < 4; i++) await refusalOf(verify(sessionToken, otherThan(code)))
    await resendCode(deps, { sessionToken })
    const newer = await newestCode(deps, admin.email)
    expect(await refusalOf(verify(sessionToken, otherThan(newer)))).toBe('ADMIN_CODE_EXPIRED')
    expect(await refusalOf(verify(sessionToken, newer))).toBe('ADMIN_CODE_EXPIRED')
    expect(await refusalOf(resendCode(deps, { sessionToken }))).toBe('ADMIN_CODE_EXPIRED')
  })

  it('mails nothing for an unknown, used or expired challenge', async () => {
    const admin = await makeAdmin(deps)
    const used = await startSignIn(deps, admin)
    await verify(used.sessionToken, used.code)
    const old = await startSignIn(deps, admin)
    deps.clock.advance(10 * 60_000)
    const mails = await deps.db.outboxMessage.count()
    for (const sessionToken of ['made up', used.sessionToken, old.sessionToken]) {
      expect(await refusalOf(resendCode(deps, { sessionToken }))).toBe('ADMIN_CODE_EXPIRED')
    }
    expect(await deps.db.outboxMessage.count()).toBe(mails)
  })

  it('mails an admin ten codes in a quarter of an hour, the first one included', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken } = await startSignIn(deps, admin)
    const outcomes: (string | null)[] = []
    for (let i = 0; i < 11; i++) outcomes.push(await refusalOf(resendCode(deps, { sessionToken })))
    expect(outcomes).toEqual([...Array(9).fill(null), 'RATE_LIMITED', 'RATE_LIMITED'])
    expect(await deps.db.outboxMessage.count({ where: { toAddress: admin.email } })).toBe(10)
  })
})
