import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { createAdmin, resetAdminPassword, revokeSession } from '#server/features/admin-auth/admins.ts'
import { listSessions } from '#server/features/admin-auth/queries.ts'
import { signIn, verifyCode } from '#server/features/admin-auth/sign-in.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { refusalOf, startSignIn } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('createAdmin', () => {
  const password = 'overhead join at two thousand'

  it('creates an admin who can sign in, with an audit entry without the password', async () => {
    const email = 'Owner@example.com'
    expect(await createAdmin(deps, { email, password })).toBe(true)
    const admin = await deps.db.admin.findUniqueOrThrow({ where: { emailKey: 'owner@example.com' } })
    await startSignIn(deps, { id: admin.id, email, password })
    const [entry] = await deps.db.auditEntry.findMany({ where: { subjectId: admin.id } })
    expect(entry).toMatchObject({ actorKind: 'terminal', action: 'admin.added', details: {} })
  })

  it('leaves an existing admin unchanged, in any letter case of the address', async () => {
    expect(await createAdmin(deps, { email: 'twice@example.com', password })).toBe(true)
    const before = await deps.db.admin.findUnique({ where: { emailKey: 'twice@example.com' } })
    expect(await createAdmin(deps, { email: ' TWICE@example.com', password: `${password}!` })).toBe(false)
    expect(await deps.db.admin.findUnique({ where: { emailKey: 'twice@example.com' } })).toEqual(before)
  })

  it('creates one of two simultaneous admins', async () => {
    const add = () => createAdmin(deps, { email: 'race@example.com', password })
    expect((await Promise.all([add(), add()])).toSorted()).toEqual([false, true])
  })

  it('refuses a leaked password', async () => {
    const add = createAdmin(deps, { email: 'weak@example.com', password: 'Password1' })
    expect(await refusalOf(add)).toBe('PASSWORD_TOO_COMMON')
  })
})

describe('resetAdminPassword', () => {
  const password = 'overhead join at two thousand'

  it('revokes sessions and challenges, and resets the wrong tries', async () => {
    const admin = await makeAdmin(deps)
    const session = await makeSession(deps, { adminId: admin.id })
    const halfWay = await startSignIn(deps, admin)
    const wrong = () => signIn(deps, { email: admin.email, password: 'wrong', address: '192.0.2.1' })
    for (let i = 0; i < 10; i++) await refusalOf(wrong())
    expect(await refusalOf(wrong())).toBe('RATE_LIMITED')

    expect(await resetAdminPassword(deps, { email: admin.email.toUpperCase(), password })).toBe(true)
    expect(await findSession(deps, 'admin', session.token)).toBeNull()
    const { sessionToken, code: authCode } = halfWay
    const finish = verifyCode(deps, { sessionToken, authCode, userAgent: '' })
    expect(await refusalOf(finish)).toBe('ADMIN_CODE_EXPIRED')
    expect(await refusalOf(startSignIn(deps, admin))).toBe('ADMIN_LOGIN_FAILED')
    await startSignIn(deps, { ...admin, password })
    const [entry] = await deps.db.auditEntry.findMany({ where: { subjectId: admin.id } })
    expect(entry).toMatchObject({ actorKind: 'terminal', action: 'admin.reset', details: {} })
  })

  it('leaves no session to a simultaneous right code', async () => {
    const admin = await makeAdmin(deps)
    const { sessionToken, code: authCode } = await startSignIn(deps, admin)
    await Promise.allSettled([
      resetAdminPassword(deps, { email: admin.email, password }),
      verifyCode(deps, { sessionToken, authCode, userAgent: '' }),
    ])
    // Before the reset the session is created and then revoked; after it, none is created.
    expect(await deps.db.session.count({ where: { adminId: admin.id, revokedAt: null } })).toBe(0)
  })

  it('refuses unknown addresses and leaked passwords', async () => {
    const admin = await makeAdmin(deps)
    expect(await resetAdminPassword(deps, { email: 'nobody@example.com', password })).toBe(false)
    const weak = resetAdminPassword(deps, { email: admin.email, password: 'password1' })
    expect(await refusalOf(weak)).toBe('PASSWORD_TOO_COMMON')
  })
})

describe('revokeSession', () => {
  it('revokes that session alone, with an audit entry', async () => {
    const { id: adminId } = await makeAdmin(deps)
    const here = await makeSession(deps, { adminId })
    const lost = await makeSession(deps, { adminId }, { userAgent: 'a lost phone' })
    await makeSession(deps, { adminId }, { expiresAt: deps.clock.now() })
    expect((await listSessions(deps, adminId)).map(({ id }) => id).toSorted()).toEqual(
      [here.sessionId, lost.sessionId].toSorted(),
    )
    await revokeSession(deps, { adminId, sessionId: lost.sessionId })
    expect(await findSession(deps, 'admin', lost.token)).toBeNull()
    expect(await findSession(deps, 'admin', here.token)).not.toBeNull()
    expect((await listSessions(deps, adminId)).map(({ id }) => id)).toEqual([here.sessionId])
    expect(await deps.db.auditEntry.findMany({ where: { actorId: adminId } })).toMatchObject([
      { action: 'session.revoked', subjectId: lost.sessionId },
    ])
  })

  it('writes one audit entry for two simultaneous calls', async () => {
    const { id: adminId } = await makeAdmin(deps)
    const { sessionId } = await makeSession(deps, { adminId })
    const revoke = () => refusalOf(revokeSession(deps, { adminId, sessionId }))
    expect((await Promise.all([revoke(), revoke()])).filter((refusal) => refusal === null)).toHaveLength(1)
    expect(await deps.db.auditEntry.count({ where: { actorId: adminId } })).toBe(1)
  })

  it('does not find another admin’s session', async () => {
    const [one, two] = [await makeAdmin(deps), await makeAdmin(deps)]
    const theirs = await makeSession(deps, { adminId: two.id })
    const revoke = revokeSession(deps, { adminId: one.id, sessionId: theirs.sessionId })
    expect(await refusalOf(revoke)).toBe('NOT_FOUND')
    expect(await findSession(deps, 'admin', theirs.token)).not.toBeNull()
  })
})
