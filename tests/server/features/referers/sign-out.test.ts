import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { signOut } from '#server/features/accounts/sessions.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('signOut of a referer', () => {
  it('ends that session and no other', async () => {
    const referer = await makeReferer(deps)
    const here = await makeSession(deps, { refererId: referer.id })
    const elsewhere = await makeSession(deps, { refererId: referer.id })
    expect(await signOut(deps, { kind: 'referer', token: here.token })).toEqual({ success: true })
    expect(await findSession(deps, 'referer', here.token)).toBeNull()
    expect(await findSession(deps, 'referer', elsewhere.token)).not.toBeNull()
  })

  it('is content with no token, and ends no session of another kind', async () => {
    const student = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: student.id })
    expect(await signOut(deps, { kind: 'referer', token: null })).toEqual({ success: true })
    expect(await signOut(deps, { kind: 'referer', token })).toEqual({ success: true })
    expect(await findSession(deps, 'student', token)).not.toBeNull()
  })
})
