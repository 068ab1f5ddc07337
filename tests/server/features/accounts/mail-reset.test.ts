import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailReset } from '#server/features/accounts/password-reset.ts'
import { findResetToken } from '#server/features/accounts/queries.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('mailReset', () => {
  it('writes mail and link together, or neither, and nothing on a repeat of the same request', async () => {
    const { id: studentId, username: name, email } = await makeStudent(deps)
    const input = { owner: { studentId }, name, email, dedupeKey: `link:${studentId}` }
    const undone = deps.db.$transaction(async (tx) => {
      await mailReset(tx, deps, input)
      throw new Error('The change did not happen')
    })
    await expect(undone).rejects.toThrow('The change did not happen')
    expect(await readOutbox(deps, 'password-reset', email)).toEqual([])

    const write = () => deps.db.$transaction((tx) => mailReset(tx, deps, input))
    expect(await write()).not.toBeNull()
    expect(await write()).toBeNull()
    expect(await deps.db.oneTimeToken.count({ where: { studentId } })).toBe(1)
    const link = await findResetToken(deps, await newestToken(deps, 'password-reset', email))
    expect(link?.owner).toEqual({ type: 'user', studentId })
  })
})
