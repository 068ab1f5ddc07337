import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { mergeSave, type Progress } from './merge-save.ts'

function save(overrides: Partial<Progress>): Progress {
  return {
    percent: 40,
    positionSeconds: 2_016,
    completed: false,
    playSession: null,
    sequence: null,
    ...overrides,
  }
}

describe('mergeSave', () => {
  test('the first save is kept as it comes', () => {
    const first = save({ playSession: 'a', sequence: 1 })
    expect(mergeSave(null, first)).toEqual(first)
  })

  const table: [current: Partial<Progress>, incoming: Partial<Progress>, isKept: boolean, why: string][] = [
    [{ playSession: 'a', sequence: 1 }, { playSession: 'a', sequence: 2 }, true, 'the next of a session'],
    [{ playSession: 'a', sequence: 2 }, { playSession: 'a', sequence: 1 }, false, 'one that was overtaken'],
    [{ playSession: 'a', sequence: 2 }, { playSession: 'a', sequence: 2 }, false, 'the same one sent again'],
    [
      { playSession: 'a', sequence: 9 },
      { playSession: 'b', sequence: 1 },
      true,
      'the first of another session',
    ],
    [{ playSession: 'a', sequence: 9 }, {}, true, 'one without a session, as it arrives'],
    [{}, { playSession: 'a', sequence: 1 }, true, 'a session after such a one'],
    [{}, {}, true, 'two without a session'],
  ]
  test.each(table)('after %j comes %j, kept: %j, %s', (current, incoming, isKept) => {
    const merged = mergeSave(save({ ...current, percent: 30 }), save({ ...incoming, percent: 50 }))
    expect(merged.percent).toBe(isKept ? 50 : 30)
  })

  test('going back in the video is a newer position like any other', () => {
    const current = save({ playSession: 'a', sequence: 4, percent: 80 })
    expect(mergeSave(current, save({ playSession: 'a', sequence: 5, percent: 10 })).percent).toBe(10)
  })

  test('95 % completes, and completed stays when the video is watched again', () => {
    const completed = mergeSave(null, save({ percent: 95 }))
    expect(completed.completed).toBe(true)
    expect(mergeSave(completed, save({ percent: 10 }))).toMatchObject({ percent: 10, completed: true })
  })

  test('an overtaken save still completes the video', () => {
    const current = save({ playSession: 'a', sequence: 8, percent: 10 })
    const overtaken = save({ playSession: 'a', sequence: 7, percent: 100 })
    expect(mergeSave(current, overtaken)).toEqual({ ...current, completed: true })
  })

  test('a save without a session does not let an overtaken one back in', () => {
    const current = save({ playSession: 'a', sequence: 8 })
    const between = mergeSave(current, save({ percent: 60 }))
    expect(mergeSave(between, save({ playSession: 'a', sequence: 7, percent: 20 })).percent).toBe(60)
    expect(mergeSave(between, save({ playSession: 'a', sequence: 9, percent: 70 })).percent).toBe(70)
  })

  const percents = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 8 })
  const session = percents.map((all) =>
    all.map((percent, index) =>
      save({ percent, positionSeconds: percent, playSession: 'a', sequence: index }),
    ),
  )
  const arrival = session.chain((saves) =>
    fc.tuple(fc.constant(saves), fc.shuffledSubarray(saves, { minLength: saves.length })),
  )
  const mergeAll = (saves: Progress[]) => saves.reduce<Progress | null>(mergeSave, null)

  property.prop([arrival])('in whatever order a session arrives, its last save stands', ([sent, arrived]) => {
    expect(mergeAll(arrived)).toEqual(mergeAll(sent))
    expect(mergeAll(arrived)).toMatchObject({ percent: sent.at(-1)?.percent, sequence: sent.length - 1 })
  })

  property.prop([arrival])('sent twice, a session is the same', ([, arrived]) => {
    expect(mergeAll([...arrived, ...arrived])).toEqual(mergeAll(arrived))
  })

  const anySave = fc
    .record({
      percent: fc.integer({ min: 0, max: 100 }),
      playSession: fc.option(fc.constantFrom('a', 'b')),
      sequence: fc.option(fc.nat(9)),
    })
    .map(save)
  property.prop([fc.array(anySave, { minLength: 1 })])('completed is what any save ever reached', (saves) => {
    expect(mergeAll(saves)?.completed).toBe(saves.some(({ percent }) => percent >= 95))
  })
})
