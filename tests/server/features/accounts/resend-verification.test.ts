import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resendVerification } from '#server/features/accounts/link-requests.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

describe('resendVerification', () => {
  it('answers the same with an account, without one, and beyond the limit', async () => {
    const student = await makeStudent(deps, { verifiedAt: null })
    const answer = { success: true, message: 'Email sent!' }
    expect(await resendVerification(deps, { email: 'nobody@example.com', address: '192.0.2.1' })).toEqual(
      answer,
    )
    for (let i = 0; i < 7; i++)
      expect(await resendVerification(deps, { email: student.email, address: '192.0.2.1' })).toEqual(answer)
    expect(deps.queue.take('accounts.mailLink')).toHaveLength(4)
  })
})
