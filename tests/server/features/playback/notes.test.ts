import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deleteNote, listNotes, saveNote } from '#server/features/playback/notes.ts'
import { eraseStudent } from '#server/features/privacy/erasure.ts'
import { newId } from '#server/infra/ids.ts'
import { notesPerVideo } from '#shared/limits.ts'
import { type NoteSaveInput, noteSaveInput } from '#shared/schemas/notes.ts'
import { type MadeStudent, makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let student: MadeStudent
beforeAll(async () => {
  shop = await createTestShop()
  student = await makeBuyer(shop, [1])
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.db.note.deleteMany())

const note = (fields: Partial<NoteSaveInput> = {}): NoteSaveInput => ({
  userId: student.id,
  videoId: 1,
  id: null,
  positionSeconds: 12.5,
  body: 'Ask about converging aircraft.',
  ...fields,
})
const bodies = async () =>
  (await listNotes(shop.deps, { studentId: student.id, videoId: 1 })).map(({ body }) => body)

describe('a note', () => {
  it('is saved with its position and listed in that order', async () => {
    await saveNote(shop.deps, note({ positionSeconds: 60, body: 'later' }))
    const kept = await saveNote(shop.deps, note())
    const at = shop.deps.clock.now().toISOString()
    expect(kept).toEqual({
      id: kept.id,
      videoId: 1,
      positionSeconds: 12.5,
      body: 'Ask about converging aircraft.',
      createdAt: at,
      updatedAt: at,
    })
    expect(await bodies()).toEqual(['Ask about converging aircraft.', 'later'])
  })

  it('is updated under its id, also after the entitlement ended', async () => {
    const { id } = await saveNote(shop.deps, note())
    shop.deps.clock.advance(200 * 24 * 60 * 60_000)
    const again = await saveNote(shop.deps, note({ id, body: 'Understood now.' }))
    shop.deps.clock.set('2026-11-21T10:00:00.000Z')
    expect(again).toMatchObject({ id, body: 'Understood now.' })
    expect(again.updatedAt > again.createdAt).toBe(true)
    expect(await bodies()).toEqual(['Understood now.'])
  })

  it('requires an open entitlement', async () => {
    await expect(saveNote(shop.deps, note({ videoId: 2 }))).rejects.toMatchObject({ code: 'NO_ACCESS' })
  })

  it('of another student is not found', async () => {
    const { id } = await saveNote(shop.deps, note())
    const other = await makeStudent(shop.deps)
    const theirs = note({ id, userId: other.id, body: 'mine now' })
    await expect(saveNote(shop.deps, theirs)).rejects.toMatchObject({ code: 'NOTE_NOT_FOUND' })
    expect(await listNotes(shop.deps, { studentId: other.id, videoId: 1 })).toEqual([])
    expect(await bodies()).toEqual(['Ask about converging aircraft.'])
  })

  it('is refused where the account is erased at the same time', async () => {
    const leaving = await makeBuyer(shop, [1])
    const other = await shop.deps.pool.connect()
    const waiting = async () => {
      const { rows } = await shop.deps.pool.query(`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      return rows.length
    }
    const ends: Promise<unknown>[] = []
    try {
      await other.query('begin')
      await other.query('select 1 from "Student" where "id" = $1 for update', [leaving.id])
      // Both wait for the row's lock, the erasure first.
      ends.push(eraseStudent(shop.deps, { studentId: leaving.id, actor: { kind: 'shop' } }))
      await expect.poll(waiting).toBe(1)
      ends.push(saveNote(shop.deps, note({ userId: leaving.id })))
      await expect.poll(waiting).toBe(2)
    } finally {
      await other.query('rollback')
      other.release()
    }
    expect((await Promise.allSettled(ends)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(await shop.deps.db.note.count({ where: { studentId: leaving.id } })).toBe(0)
  })

  it('has a limit per video, even for two at the same time', async () => {
    const at = shop.deps.clock.now()
    await shop.deps.db.note.createMany({
      data: Array.from({ length: notesPerVideo - 1 }, (_, index) => ({
        id: newId(at),
        studentId: student.id,
        videoId: 1,
        positionSeconds: index,
        body: 'one of many',
        createdAt: at,
        updatedAt: at,
      })),
    })
    const two = await Promise.allSettled([saveNote(shop.deps, note()), saveNote(shop.deps, note())])
    expect(two.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(saveNote(shop.deps, note())).rejects.toMatchObject({ code: 'TOO_MANY_NOTES' })
  })
})

describe('what a note may say', () => {
  const input = (fields: object) => noteSaveInput.safeParse({ ...note(), ...fields })

  it.each([
    ['nothing', { body: '   ' }],
    ['more than two thousand characters', { body: 'x'.repeat(2_001) }],
    ['a place before the film', { positionSeconds: -1 }],
  ])('is not %s', (_what, fields) => {
    expect(input(fields).success).toBe(false)
  })

  it('is text of several lines, trimmed', () => {
    expect(input({ body: ' one\ntwo ' }).data?.body).toBe('one\ntwo')
  })
})

describe('deleteNote', () => {
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
})
