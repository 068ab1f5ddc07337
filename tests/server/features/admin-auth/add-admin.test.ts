import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAdmin } from '#server/features/admin-auth/admins.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { beginSignIn, refusalOf } from './codes.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const password = 'overhead join at two thousand'

describe('addAdmin', () => {
  it('makes an admin who can sign in, and says so in the audit log without the password', async () => {
    const email = 'Owner@example.com'
    expect(await createAdmin(deps, { email, password })).toBe(true)
    const admin = await deps.db.admin.findUniqueOrThrow({ where: { emailKey: 'owner@example.com' } })
    await beginSignIn(deps, { id: admin.id, email, password })
    const [entry] = await deps.db.auditEntry.findMany({ where: { subjectId: admin.id } })
    expect(entry).toMatchObject({ actorKind: 'terminal', action: 'admin.added', details: {} })
  })

  it('leaves an admin who is there as they are, whatever the case of the address', async () => {
    expect(await createAdmin(deps, { email: 'twice@example.com', password })).toBe(true)
    const before = await deps.db.admin.findUnique({ where: { emailKey: 'twice@example.com' } })
    expect(await createAdmin(deps, { email: ' TWICE@example.com', password: `${password}!` })).toBe(false)
    expect(await deps.db.admin.findUnique({ where: { emailKey: 'twice@example.com' } })).toEqual(before)
  })

  it('makes one of two at once', async () => {
    const add = () => createAdmin(deps, { email: 'race@example.com', password })
    expect((await Promise.all([add(), add()])).toSorted()).toEqual([false, true])
  })

  it('refuses a password from the published lists', async () => {
    const add = createAdmin(deps, { email: 'weak@example.com', password: 'Password1' })
    expect(await refusalOf(add)).toBe('PASSWORD_TOO_COMMON')
  })
})
