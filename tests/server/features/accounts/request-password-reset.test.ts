import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestPasswordReset } from '#server/features/accounts/link-requests.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('requestPasswordReset', () => {
  it('answers the same with an account, without one, and beyond the limit, and never shows a link', async () => {
    const student = await makeStudent(deps)
    const answer = { success: true, message: expect.stringContaining('If that address has an account') }
    const ask = (email: string) => requestPasswordReset(deps, { email, type: 'user', address: '192.0.2.1' })
    expect(await ask('noone@example.com')).toEqual(answer)
    for (let i = 0; i < 7; i++) expect(await ask(student.email)).toEqual(answer)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(4)
    expect(
      await requestPasswordReset(deps, { email: student.email, type: 'referer', address: '192.0.2.1' }),
    ).toEqual(answer)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(1)
  })
})
