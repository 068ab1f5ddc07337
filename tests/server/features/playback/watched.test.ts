import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { saveProgress } from '#server/features/playback/save-progress.ts'
import type { WatchedRange } from '#shared/progress/watched.ts'
import type { ProgressSaveInput } from '#shared/schemas/progress.ts'
import { type MadeStudent, makeSession } from '#tests/support/factories/student.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { size } from '#tests/support/size.ts'

let shop: TestShop
let student: MadeStudent
let token: string
beforeAll(async () => {
  shop = await createTestShop()
  student = await makeBuyer(shop, [1])
  token = (await makeSession(shop.deps, { studentId: student.id })).token
  await shop.deps.db.mediaFile.updateMany({
    where: { videoId: 1, kind: 'film' },
    data: { durationSeconds: 99.4 },
  })
})
afterAll(() => shop.close())
beforeEach(() => forget())

const forget = () => shop.deps.db.progress.deleteMany({ where: { studentId: student.id } })

const plain = {
  videoId: 1,
  progress: 10,
  completed: false,
  positionSeconds: 10,
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

async function stored() {
  const { rows } = await shop.deps.pool.query<{
    watched: string | null
    watchedSeconds: number | null
    durationSeconds: number | null
  }>(`select "watched"::text, "watchedSeconds", "durationSeconds" from "Progress" where "studentId" = $1`, [
    student.id,
  ])
  return rows[0]
}

describe('what was watched', () => {
  it('is kept beside the place, each second once, and cut to the length of the film', async () => {
    await save({
      watched: [
        [0, 20],
        [15, 40],
        [90, 200],
        [300, 400],
      ],
    })
    expect(await stored()).toEqual({ watched: '{[0,40),[90,100)}', watchedSeconds: 50, durationSeconds: 100 })
    await save({ watched: [[40, 50]] })
    expect(await stored()).toMatchObject({ watched: '{[0,50),[90,100)}', watchedSeconds: 60 })
  })

  it('grows by a save that comes too late to move the place', async () => {
    const other = { playSession: 'laptop', sequence: 7, positionSeconds: 60, progress: 60 }
    await save({ ...other, watched: [[50, 60]] })
    await save({ ...other, sequence: 6, positionSeconds: 20, progress: 20, watched: [[10, 20]] })
    expect(await stored()).toMatchObject({ watched: '{[10,20),[50,60)}', watchedSeconds: 20 })
    expect(await shop.deps.db.progress.findFirst({ where: { studentId: student.id } })).toMatchObject({
      percent: 60,
    })
  })

  it('is unknown as long as only older clients save, then counts up to their place, and stands still again', async () => {
    await save({ progress: 80, positionSeconds: 80.7 })
    expect(await stored()).toEqual({ watched: null, watchedSeconds: null, durationSeconds: null })
    await save({ watched: [[85, 90]] })
    expect(await stored()).toEqual({ watched: '{[0,80),[85,90)}', watchedSeconds: 85, durationSeconds: 100 })
    await save({ progress: 95, positionSeconds: 95 })
    expect(await stored()).toMatchObject({ watched: '{[0,80),[85,90)}', watchedSeconds: 85 })
  })

  it('counts a place behind the end of the film up to its end', async () => {
    await save({ positionSeconds: 130 })
    await save({ watched: [] })
    expect(await stored()).toMatchObject({ watched: '{[0,100)}', watchedSeconds: 100 })
  })

  it('is nothing where a film was left at its beginning', async () => {
    await save({ positionSeconds: 0 })
    await save({ watched: [] })
    expect(await stored()).toMatchObject({ watched: '{}', watchedSeconds: 0 })
  })
})

const second = fc.nat(130)
const range = fc
  .tuple(second, fc.integer({ min: 1, max: 40 }))
  .map(([from, length]): WatchedRange => [from, from + length])
const anySave = fc.record({
  playSession: fc.constantFrom(null, 'laptop', 'phone'),
  sequence: fc.option(fc.nat(6), { nil: null }),
  waitedSeconds: fc.constantFrom(0, 30),
  positionSeconds: second,
  watched: fc.option(fc.array(range, { maxLength: 5 }), { nil: undefined }),
})

it('agrees with the plain union of seconds, from the first place on, in whatever order and from whatever device saves arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anySave, { minLength: 1, maxLength: 8 }), async (saves) => {
      await forget()
      const seen = new Set<number>()
      let isTold = false
      for (const one of saves) {
        const before = await shop.deps.db.progress.findFirst({ where: { studentId: student.id } })
        await save(one)
        if (one.watched && !isTold) {
          for (let at = 0; at < Math.min(100, before?.positionSeconds ?? 0); at++) seen.add(at)
        }
        isTold ||= one.watched !== undefined
        for (const [from, to] of one.watched ?? []) {
          for (let at = from; at < to && at < 100; at++) seen.add(at)
        }
      }
      const ranges = [...((await stored())?.watched ?? '').matchAll(/\[(\d+),(\d+)\)/g)]
      const kept = ranges.flatMap(([, from, to]) =>
        Array.from({ length: Number(to) - Number(from) }, (_, at) => Number(from) + at),
      )
      expect(kept).toEqual([...seen].toSorted((a, b) => a - b))
      expect((await stored())?.watchedSeconds).toBe(isTold ? seen.size : null)
    }),
    { numRuns: size(60, 1_000) },
  )
})

it('takes the parts of saves that arrive at the same moment', async () => {
  const saves = Array.from({ length: 12 }, (_, at) => save({ watched: [[at * 8, at * 8 + 8]] }))
  await Promise.all(saves)
  expect(await stored()).toMatchObject({ watched: '{[0,96)}', watchedSeconds: 96 })
})
