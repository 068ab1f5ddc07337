import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resendCode, verifyCode } from '#server/features/admin-auth/sign-in.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { beginSignIn, newestCode, otherThan, refusalOf } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const verify = (sessionToken: string, authCode: string) =>
  verifyCode(deps, { sessionToken, authCode, userAgent: 'a test' })

describe('resendCode', () => {
  it('mails new digits, which end the older ones and work for ten minutes from now', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await beginSignIn(deps, admin)
    deps.queue.take('mail.send')
    deps.clock.advance(9 * 60_000)
    expect(await resendCode(deps, { sessionToken })).toEqual({ success: true, message: 'Code Resent' })
    expect(deps.queue.take('mail.send')).toHaveLength(1)
    const newer = await newestCode(deps, admin.email)
    deps.clock.advance(9 * 60_000)
    // One in a million sign-ins is mailed the same digits twice.
    if (newer !== code) expect(await refusalOf(verify(sessionToken, code))).toBe('ADMIN_CODE_WRONG')
    await verify(sessionToken, newer)
  })

  it('buys no guesses', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code } = await beginSignIn(deps, admin)
    for (let i = 0; i < 4; i++) await refusalOf(verify(sessionToken, otherThan(code)))
    await resendCode(deps, { sessionToken })
    const newer = await newestCode(deps, admin.email)
    expect(await refusalOf(verify(sessionToken, otherThan(newer)))).toBe('ADMIN_CODE_EXPIRED')
    expect(await refusalOf(verify(sessionToken, newer))).toBe('ADMIN_CODE_EXPIRED')
    expect(await refusalOf(resendCode(deps, { sessionToken }))).toBe('ADMIN_CODE_EXPIRED')
  })

  it('mails nothing for a sign-in that is unknown, used or too old', async () => {
    const admin = await makeAdmin(deps)
    const used = await beginSignIn(deps, admin)
    await verify(used.sessionToken, used.code)
    const old = await beginSignIn(deps, admin)
    deps.clock.advance(10 * 60_000)
    const mails = await deps.db.outboxMessage.count()
    for (const sessionToken of ['made up', used.sessionToken, old.sessionToken]) {
      expect(await refusalOf(resendCode(deps, { sessionToken }))).toBe('ADMIN_CODE_EXPIRED')
    }
    expect(await deps.db.outboxMessage.count()).toBe(mails)
  })

  it('mails an admin ten codes in a quarter of an hour, the first one counted', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken } = await beginSignIn(deps, admin)
    const outcomes: (string | null)[] = []
    for (let i = 0; i < 11; i++) outcomes.push(await refusalOf(resendCode(deps, { sessionToken })))
    expect(outcomes).toEqual([...Array(9).fill(null), 'RATE_LIMITED', 'RATE_LIMITED'])
    expect(await deps.db.outboxMessage.count({ where: { toAddress: admin.email } })).toBe(10)
  })
})
