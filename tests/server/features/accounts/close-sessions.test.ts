import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSession } from '#server/features/accounts/queries.ts'
import { revokeSessions } from '#server/features/accounts/sessions.ts'
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

describe('closeSessions', () => {
  it('ends every session of one person', async () => {
    const student = await makeStudent(deps)
    const other = await makeStudent(deps)
    const mine = [
      await makeSession(deps, { studentId: student.id }),
      await makeSession(deps, { studentId: student.id }),
    ]
    const theirs = await makeSession(deps, { studentId: other.id })
    await revokeSessions(deps.db, deps, { studentId: student.id })
    expect(await Promise.all(mine.map(({ token }) => isOpen(token)))).toEqual([false, false])
    expect(await isOpen(theirs.token)).toBe(true)
  })
})
