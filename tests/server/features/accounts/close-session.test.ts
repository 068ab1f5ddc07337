import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { signOut } from '#server/features/accounts/sessions.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function isOpen(token: string): Promise<boolean> {
  return (await findSession(deps, 'student', token)) !== null
}

describe('signOut', () => {
  it('leaves a session of another kind alone', async () => {
    const student = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: student.id })
    await signOut(deps, { kind: 'referer', token })
    await signOut(deps, { kind: 'admin', token })
    expect(await isOpen(token)).toBe(true)
  })
})
