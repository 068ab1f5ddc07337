import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { resetAdminPassword } from '#server/features/admin-auth/admins.ts'
import { signIn, verifyCode } from '#server/features/admin-auth/sign-in.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { beginSignIn, refusalOf } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const password = 'overhead join at two thousand'

describe('resetPassword of an admin', () => {
  it('shuts out who is signed in or half-way there, and forgets the wrong tries', async () => {
    const admin = await makeAdmin(deps)
    const session = await makeSession(deps, { adminId: admin.id })
    const halfWay = await beginSignIn(deps, admin)
    const wrong = () => signIn(deps, { email: admin.email, password: 'wrong', address: '192.0.2.1' })
    for (let i = 0; i < 10; i++) await refusalOf(wrong())
    expect(await refusalOf(wrong())).toBe('RATE_LIMITED')

    expect(await resetAdminPassword(deps, { email: admin.email.toUpperCase(), password })).toBe(true)
    expect(await findSession(deps, 'admin', session.token)).toBeNull()
    const { sessionToken, code: authCode } = halfWay
    const finish = verifyCode(deps, { sessionToken, authCode, userAgent: '' })
    expect(await refusalOf(finish)).toBe('ADMIN_CODE_EXPIRED')
    expect(await refusalOf(beginSignIn(deps, admin))).toBe('ADMIN_LOGIN_FAILED')
    await beginSignIn(deps, { ...admin, password })
    const [entry] = await deps.db.auditEntry.findMany({ where: { subjectId: admin.id } })
    expect(entry).toMatchObject({ actorKind: 'terminal', action: 'admin.reset', details: {} })
  })

  it('opens nothing for a code that is right at the same moment', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code: authCode } = await beginSignIn(deps, admin)
    await Promise.allSettled([
      resetAdminPassword(deps, { email: admin.email, password }),
      verifyCode(deps, { sessionToken, authCode, userAgent: '' }),
    ])
    // Before the reset the session is opened and then ended; after it, it is not opened.
    expect(await deps.db.session.count({ where: { adminId: admin.id, revokedAt: null } })).toBe(0)
  })

  it('knows nobody else, and refuses a password from the published lists', async () => {
    const admin = await makeAdmin(deps)
    expect(await resetAdminPassword(deps, { email: 'nobody@example.com', password })).toBe(false)
    const weak = resetAdminPassword(deps, { email: admin.email, password: 'password1' })
    expect(await refusalOf(weak)).toBe('PASSWORD_TOO_COMMON')
  })
})
