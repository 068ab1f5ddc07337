import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportAccount } from '#server/features/accounts/personal-data.ts'
import { hashToken, newId } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('exportAccount', () => {
  it('exports what is held on a student, without hashes and tokens', async () => {
    const student = await makeStudent(deps, { businessCity: 'Wells' })
    const other = await makeStudent(deps)
    const session = await makeSession(deps, { studentId: student.id })
    await makeSession(deps, { studentId: other.id })
    await deps.db.oneTimeToken.create({
      data: {
        id: newId(),
        purpose: 'verifyEmail',
        tokenHash: hashToken('a token'),
        studentId: student.id,
        email: student.email,
        createdAt: deps.clock.now(),
        expiresAt: deps.clock.now(),
      },
    })
    const data = await exportAccount(deps, student.id)
    expect(data?.student).toMatchObject({
      username: student.username,
      email: student.email,
      businessCity: 'Wells',
    })
    expect(data?.sessions).toHaveLength(1)
    expect(data?.links).toHaveLength(1)
    const text = JSON.stringify(data)
    expect(text).not.toContain('argon2')
    expect(text).not.toContain(hashToken(session.token))
    expect(text).not.toContain(hashToken('a token'))
    expect(text).not.toContain(other.id)
  })

  it('is null for an erased student', async () => {
    const erased = await makeStudent(deps, { erasedAt: deps.clock.now() })
    expect(await exportAccount(deps, erased.id)).toBeNull()
  })
})
