import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmAddress } from '#server/features/accounts/verification.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { readOutbox } from '#tests/support/outbox.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('confirmAddress', () => {
  it('welcomes once, also when asked several times at once, and keeps the first time', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    const first = deps.clock.now()
    const confirm = () => deps.db.$transaction((tx) => confirmAddress(tx, deps, student))
    const ids = await Promise.all([confirm(), confirm(), confirm()])
    expect(ids.filter((id) => id !== null)).toHaveLength(1)
    deps.clock.advance(60_000)
    expect(await confirm()).toBeNull()
    expect(await readOutbox(deps, 'welcome', student.email)).toHaveLength(1)
    const row = await deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(row.verifiedAt).toEqual(first)
  })
})
