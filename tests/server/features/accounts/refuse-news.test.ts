import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeNews, optOutOfNews } from '#server/features/accounts/students.ts'
import { createTestDeps, type TestDeps } from '#tests/support/deps.ts'
import { makeStudent } from '#tests/support/factories/student.ts'

let deps: TestDeps
beforeAll(async () => {
  deps = await createTestDeps()
})
afterAll(() => deps.close())

const refuse = (studentId: string) =>
  deps.db.$transaction((tx) => optOutOfNews(tx, { studentId, now: deps.clock.now() }))

const newsOf = (id: string) =>
  deps.db.student.findUniqueOrThrow({ where: { id }, select: { newsOptInAt: true, newsOptOutAt: true } })

it('keeps the earlier yes and the later no, each with its time, of this student alone', async () => {
  const student = await makeStudent(deps)
  const other = await makeStudent(deps)
  await changeNews(deps, { studentId: student.id, wantsNews: true })
  const saidYesAt = deps.clock.now()
  deps.clock.advance(60_000)
  await refuse(student.id)
  expect(await newsOf(student.id)).toEqual({ newsOptInAt: saidYesAt, newsOptOutAt: deps.clock.now() })
  expect((await newsOf(other.id)).newsOptOutAt).toBeNull()
})

it('writes nothing on an account that was erased', async () => {
  const erased = await makeStudent(deps, { erasedAt: deps.clock.now() })
  await refuse(erased.id)
  expect((await newsOf(erased.id)).newsOptOutAt).toBeNull()
})
