import { afterAll, beforeAll, expect, it } from 'vitest'
import { deleteNote, saveNote } from '#server/features/playback/notes.ts'
import { makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

it('deletes the student’s own note, once, and no other', async () => {
  const student = await makeBuyer(shop, [1])
  const other = await makeStudent(shop.deps)
  const { id } = await saveNote(shop.deps, {
    userId: student.id,
    videoId: 1,
    id: null,
    positionSeconds: 3,
    body: 'Look this up.',
  })
  await expect(deleteNote(shop.deps, { studentId: other.id, id })).rejects.toMatchObject({
    code: 'NOTE_NOT_FOUND',
  })
  await deleteNote(shop.deps, { studentId: student.id, id })
  expect(await shop.deps.db.note.count()).toBe(0)
  await expect(deleteNote(shop.deps, { studentId: student.id, id })).rejects.toMatchObject({
    code: 'NOTE_NOT_FOUND',
  })
})
