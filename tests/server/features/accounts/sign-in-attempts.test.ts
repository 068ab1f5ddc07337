import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkSignIn, resetSignInTries } from '#server/features/accounts/sign-in-attempts.ts'
import { signInTriesPerAccount, signInTriesPerAddress } from '#shared/limits.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
let student: MadeStudent & { passwordHash: string }
beforeAll(async () => {
  deps = await createTestDeps()
  const made = await makeStudent(deps)
  const { passwordHash } = await deps.db.student.findUniqueOrThrow({ where: { id: made.id } })
  student = { ...made, passwordHash }
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
  it('goes on with the account and where its tries are counted, and forgives none by itself', async () => {
    const { id, count } = await attempt()
    expect(id).toBe(student.id)
    expect(count).toEqual({ kind: 'student', name: 'sam@example.com', knownAs: null })
    for (let tries = 1; tries < signInTriesPerAccount; tries++) await attempt()
    await expect(attempt()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await resetSignInTries(deps, count)
    expect(await attempt()).toMatchObject({ id })
  })

  it('refuses a wrong password and an unknown account in the same words', async () => {
    for (const wrong of [{ password: 'not mine' }, { isUnknown: true }, { isUnknown: true, knownAs: 'k' }])
      await expect(attempt({ ...wrong, address: '192.0.2.2' })).rejects.toMatchObject({
        code: 'INVALID_CREDENTIALS',
      })
  })

  it('lets nobody unknown claim the tries of a caller who is known', async () => {
    const address = '192.0.2.3'
    for (let tries = 0; tries < signInTriesPerAddress; tries++)
      await deps.limits.consume('signInAddress', address)
    await expect(attempt({ address })).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(attempt({ address, isUnknown: true, knownAs: 'a link' })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    })
    expect(await attempt({ address, knownAs: 'a link' })).toMatchObject({ id: student.id })
  })
})
