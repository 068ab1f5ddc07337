import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailVerification } from '#server/features/accounts/verification.ts'
import { hashToken } from '#server/infra/ids.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('mailVerification', () => {
  it('writes mail and link together, or neither', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    const undone = deps.db.$transaction(async (tx) => {
      await mailVerification(tx, deps, { student })
      throw new Error('The change did not happen')
    })
    await expect(undone).rejects.toThrow('The change did not happen')
    expect(await readOutbox(deps, 'verify-email', student.email)).toEqual([])
    expect(await deps.db.oneTimeToken.count({ where: { studentId: student.id } })).toBe(0)

    await deps.db.$transaction((tx) => mailVerification(tx, deps, { student }))
    const tokenHash = hashToken(await newestToken(deps, 'verify-email', student.email))
    const [link, ...more] = await deps.db.oneTimeToken.findMany({ where: { studentId: student.id } })
    expect(more).toEqual([])
    expect(link).toMatchObject({ tokenHash, purpose: 'verifyEmail', email: student.email })
  })

  it('writes nothing on a repeat of the same request', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    const write = () =>
      deps.db.$transaction((tx) => mailVerification(tx, deps, { student, dedupeKey: `link:${student.id}` }))
    expect(await write()).not.toBeNull()
    expect(await write()).toBeNull()
    expect(await deps.db.oneTimeToken.count({ where: { studentId: student.id } })).toBe(1)
  })
})
