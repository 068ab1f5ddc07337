import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSignIn, resetSignInTries } from '#server/features/accounts/sign-in-attempts.ts'
import { LIMITS } from '#server/infra/rate-limits.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
let student: MadeStudent & { passwordHash: string }
beforeAll(async () => {
  deps = await createTestDeps()
  const created = await makeStudent(deps)
  const { passwordHash } = await deps.db.student.findUniqueOrThrow({ where: { id: created.id } })
  student = { ...created, passwordHash }
})
afterAll(() => deps.close())

type Overrides = { password?: string; address?: string; knownAs?: string; isUnknown?: boolean }

function attempt({ isUnknown = false, ...overrides }: Overrides = {}) {
  const common = { kind: 'student', name: 'sam@example.com', address: '192.0.2.1', done: null } as const
  const account = isUnknown ? null : student
  return checkSignIn(
    deps,
    { ...common, account, password: student.password, refusal: 'INVALID_CREDENTIALS', ...overrides },
    async ({ id }, count) => ({ id, count }),
  )
}

describe('checkSignIn', () => {
  it('calls on with the account and its counter, and resets no count by itself', async () => {
    const { id, count } = await attempt()
    expect(id).toBe(student.id)
    expect(count).toEqual({ kind: 'student', name: 'sam@example.com', knownAs: null })
    for (let tries = 1; tries < LIMITS.signInAccount.points; tries++) await attempt()
    await expect(attempt()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await resetSignInTries(deps, count)
    expect(await attempt()).toMatchObject({ id })
  })

  it('refuses a wrong password and an unknown account with the same error', async () => {
    for (const wrong of [{ password: 'not mine' }, { isUnknown: true }, { isUnknown: true, knownAs: 'k' }])
      await expect(attempt({ ...wrong, address: '192.0.2.2' })).rejects.toMatchObject({
        code: 'INVALID_CREDENTIALS',
      })
  })

  it('gives an unknown account none of the tries of a known caller', async () => {
    const address = '192.0.2.3'
    for (let tries = 0; tries < LIMITS.signInAddress.points; tries++)
      await deps.limits.consume('signInAddress', address)
    await expect(attempt({ address })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(attempt({ address, isUnknown: true, knownAs: 'a token' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    expect(await attempt({ address, knownAs: 'a token' })).toMatchObject({ id: student.id })
  })
})
