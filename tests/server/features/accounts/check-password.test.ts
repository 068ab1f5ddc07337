import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPassword } from '#server/features/accounts/passwords.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const check = (studentId: string, password: string) => checkPassword(deps, { studentId, password })

it('knows a student by the password, refuses any other, and knows nobody who was erased', async () => {
  const student = await makeStudent(deps)
  const erased = await makeStudent(deps, { erasedAt: deps.clock.now() })
  expect(await check(student.id, student.password)).toMatchObject({ id: student.id, email: student.email })
  await expect(check(student.id, 'not mine at all')).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' })
  await expect(check(erased.id, erased.password)).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
})

describe('asking for the password again', () => {
  it('is refused after ten wrong ones for 15 minutes, and a right one forgets them', async () => {
    const student = await makeStudent(deps)
    const wrong = () => check(student.id, 'not mine at all')
    for (let i = 0; i < 9; i++)
      await expect(wrong()).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' })
    await check(student.id, student.password)
    for (let i = 0; i < 10; i++)
      await expect(wrong()).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' })
    await expect(check(student.id, student.password)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('is counted apart from sign-in, which anybody may try', async () => {
    const student = await makeStudent(deps)
    for (let i = 0; i < 11; i++) await deps.limits.tryConsume('signInAccount', `student:${student.email}`)
    await expect(check(student.id, student.password)).resolves.toMatchObject({ id: student.id })
  })
})
