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
  it('ends the session of its token and no other', async () => {
    const student = await makeStudent(deps)
    const here = await makeSession(deps, { studentId: student.id })
    const elsewhere = await makeSession(deps, { studentId: student.id })
    expect(await signOut(deps, { kind: 'student', token: here.token })).toEqual({ success: true })
    expect(await isOpen(here.token)).toBe(false)
    expect(await isOpen(elsewhere.token)).toBe(true)
  })

  it('is content with a dead token or none, and does not move the time a session ended', async () => {
    const student = await makeStudent(deps)
    const { token, sessionId } = await makeSession(deps, { studentId: student.id })
    await signOut(deps, { kind: 'student', token })
    const endedAt = deps.clock.now()
    deps.clock.advance(60_000)
    expect(await signOut(deps, { kind: 'student', token })).toEqual({ success: true })
    expect(await signOut(deps, { kind: 'student', token: 'never was one' })).toEqual({ success: true })
    expect(await signOut(deps, { kind: 'student', token: null })).toEqual({ success: true })
    const row = await deps.db.session.findUniqueOrThrow({ where: { id: sessionId } })
    expect(row.revokedAt).toEqual(endedAt)
  })
})
