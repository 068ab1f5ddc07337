import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { revokeSession } from '#server/features/admin-auth/admins.ts'
import { listSessions } from '#server/features/admin-auth/queries.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { makeSession } from '#tests/support/factories/student.ts'
import { refusalOf } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('revokeSession', () => {
  it('ends that session alone, takes it off the list, and says so in the audit log', async () => {
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

  it('is written down once when it is asked twice at once', async () => {
    const { id: adminId } = await makeAdmin(deps)
    const { sessionId } = await makeSession(deps, { adminId })
    const revoke = () => refusalOf(revokeSession(deps, { adminId, sessionId }))
    expect((await Promise.all([revoke(), revoke()])).filter((refusal) => refusal === null)).toHaveLength(1)
    expect(await deps.db.auditEntry.count({ where: { actorId: adminId } })).toBe(1)
  })

  it('does not know another admin’s session', async () => {
    const [one, two] = [await makeAdmin(deps), await makeAdmin(deps)]
    const theirs = await makeSession(deps, { adminId: two.id })
    const revoke = revokeSession(deps, { adminId: one.id, sessionId: theirs.sessionId })
    expect(await refusalOf(revoke)).toBe('NOT_FOUND')
    expect(await findSession(deps, 'admin', theirs.token)).not.toBeNull()
  })
})
