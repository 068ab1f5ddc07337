import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { presentAccount } from '#server/features/accounts/present.ts'
import { findAccount } from '#server/features/accounts/queries.ts'
import { changeNews } from '#server/features/accounts/students.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

async function accountOf(studentId: string) {
  const account = await findAccount(deps, studentId)
  if (!account) throw new Error('There is no such account')
  return presentAccount(account)
}

describe('changeNews', () => {
  it('notes yes and no with their times, the last one counts', async () => {
    const student = await makeStudent(deps)
    const set = async (wantsNews: boolean) => {
      deps.clock.advance(1_000)
      await changeNews(deps, { studentId: student.id, wantsNews })
      return (await accountOf(student.id)).getsNews
    }
    expect((await accountOf(student.id)).getsNews).toBe(false)
    expect(await set(true)).toBe(true)
    expect(await set(false)).toBe(false)
    expect(await set(true)).toBe(true)
  })

  it('takes an unsubscription back with a yes, but not a bounce', async () => {
    const student = await makeStudent(deps)
    const bounced = await makeStudent(deps)
    const createdAt = deps.clock.now()
    await deps.db.suppression.createMany({
      data: [
        { addressKey: student.email, reason: 'unsubscribed', createdAt },
        { addressKey: bounced.email, reason: 'bounced', createdAt },
      ],
    })
    for (const { id } of [student, bounced]) await changeNews(deps, { studentId: id, wantsNews: true })
    expect((await accountOf(student.id)).getsNews).toBe(true)
    expect((await accountOf(bounced.id)).getsNews).toBe(false)
  })
})
