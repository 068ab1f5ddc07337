import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { saveProgress } from '#server/features/playback/save-progress.ts'
import type { ProgressSaveInput } from '#shared/schemas/progress.ts'
import { type MadeStudent, makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'
import { mergeSave, type Progress } from './merge-save.ts'

let shop: TestShop
let student: MadeStudent
let token: string
beforeAll(async () => {
  shop = await createTestShop()
  student = await makeBuyer(shop, [1])
  token = await signIn(student)
})
afterAll(() => shop.close())

/** A session that lasts, however far the clock is moved. */
async function signIn({ id }: MadeStudent): Promise<string> {
  const expiresAt = new Date('2100-01-01')
  return (await makeSession(shop.deps, { studentId: id }, { expiresAt })).token
}

const plain = {
  videoId: 1,
  progress: 10,
  completed: false,
  positionSeconds: null,
  playSession: null,
  sequence: null,
}

function save(fields: Partial<ProgressSaveInput>) {
  return saveProgress(shop.deps, {
    token,
    address: '203.0.113.7',
    save: { userId: student.id, ...plain, ...fields },
  })
}

const forget = () => shop.deps.db.progress.deleteMany({ where: { studentId: student.id } })

async function stored(): Promise<Progress> {
  const { percent, positionSeconds, completed, playSession, sequence } =
    await shop.deps.db.progress.findUniqueOrThrow({
      where: { studentId_videoId: { studentId: student.id, videoId: 1 } },
    })
  return { percent, positionSeconds, completed, playSession, sequence }
}

describe('saving progress', () => {
  it('stores the position in percent and seconds', async () => {
    await forget()
    await save({ progress: 42, positionSeconds: 73.5 })
    expect(await stored()).toMatchObject({ percent: 42, positionSeconds: 73.5, completed: false })
  })

  it('derives the seconds where an older client sends the percentage alone', async () => {
    await forget()
    const video = await shop.deps.db.mediaFile.findFirstOrThrow({ where: { videoId: 1, kind: 'film' } })
    await save({ progress: 50 })
    expect((await stored()).positionSeconds).toBeCloseTo((video.durationSeconds ?? 0) / 2, 6)
  })

  it('completes a video from 95 percent on, for good', async () => {
    await forget()
    await save({ progress: 94 })
    expect((await stored()).completed).toBe(false)
    await save({ progress: 95 })
    expect((await stored()).completed).toBe(true)
    await save({ progress: 3 })
    expect(await stored()).toMatchObject({ percent: 3, completed: true })
  })

  it('is refused and writes nothing where the video is not bought, revoked or expired', async () => {
    await expect(save({ videoId: 2 })).rejects.toMatchObject({ code: 'NO_ACCESS' })
    await expect(save({ videoId: 999 })).rejects.toMatchObject({ code: 'NO_ACCESS' })
    const other = await makeStudent(shop.deps)
    await expect(save({ userId: other.id })).rejects.toMatchObject({ code: 'OWN_DASHBOARD_ONLY' })
    expect(await shop.deps.db.progress.count({ where: { NOT: { studentId: student.id } } })).toBe(0)
  })

  it('is refused and writes nothing without a session of the student it is for', async () => {
    await forget()
    const other = await makeStudent(shop.deps)
    const body = { ...plain, userId: student.id }
    const saveWith = (token: string) => saveProgress(shop.deps, { token, address: '203.0.113.9', save: body })
    await expect(saveWith('made-up')).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' })
    await expect(saveWith(await signIn(other))).rejects.toMatchObject({ code: 'OWN_DASHBOARD_ONLY' })
    expect(await shop.deps.db.progress.count({ where: { studentId: student.id } })).toBe(0)
    const event = { kind: 'access.refused', subjectId: other.id, address: '203.0.113.9' } as const
    expect(await shop.deps.db.securityEvent.count({ where: event })).toBe(1)
  })

  it('keeps progress when an expired video is bought again', async () => {
    await forget()
    await save({ progress: 60 })
    shop.deps.clock.advance(200 * 24 * 60 * 60_000)
    await expect(save({ progress: 61 })).rejects.toMatchObject({ code: 'NO_ACCESS' })
    expect(await stored()).toMatchObject({ percent: 60 })
    shop.deps.clock.set('2026-11-21T10:00:00.000Z')
  })
})

/** Sequences of saves from two players and an older client, some of them out of order. */
const anySave = fc.record({
  progress: fc.integer({ min: 0, max: 100 }),
  completed: fc.boolean(),
  positionSeconds: fc.integer({ min: 0, max: 5_000 }),
  playSession: fc.constantFrom(null, 'first', 'second'),
  sequence: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
})

describe('the statement', () => {
  it('agrees with mergeSave for any sequence of saves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anySave, { minLength: 1, maxLength: 8 }), async (saves) => {
        await forget()
        let expected: Progress | null = null
        for (const one of saves) {
          await save(one)
          const { progress: percent, ...rest } = one
          expected = mergeSave(expected, { percent, ...rest })
          expect(await stored()).toEqual(expected)
        }
      }),
      { numRuns: size(60, 1_000) },
    )
  })

  it('keeps the newest save of one player whatever order they arrive in', async () => {
    await forget()
    const saves = Array.from({ length: 20 }, (_, index) => ({
      progress: index,
      positionSeconds: index,
      playSession: 'player',
      sequence: index,
    }))
    await Promise.all(saves.toSorted((a, b) => ((a.sequence * 7) % 20) - ((b.sequence * 7) % 20)).map(save))
    expect(await stored()).toMatchObject({ percent: 19, sequence: 19 })
  })
})
