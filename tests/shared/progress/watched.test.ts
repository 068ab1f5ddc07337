import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, it, test } from 'vitest'
import {
  mergeWatched,
  minutesLeft,
  toWatchedRange,
  type WatchedRange,
  watchedShare,
} from '#shared/progress/watched.ts'

const second = fc.nat(60)
const range = fc
  .tuple(second, fc.integer({ min: 1, max: 20 }))
  .map(([from, length]): WatchedRange => [from, from + length])

/** Every second of some ranges, once. */
function secondsOf(ranges: readonly WatchedRange[]): number[] {
  const all = ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at))
  return [...new Set(all)].toSorted((a, b) => a - b)
}

describe('mergeWatched', () => {
  property.prop([fc.array(range, { maxLength: 12 })])(
    'has each second once, in order and apart',
    (ranges) => {
      const before = structuredClone(ranges)
      const merged = mergeWatched(ranges)
      expect(secondsOf(merged)).toEqual(secondsOf(ranges))
      expect(merged.reduce((sum, [from, to]) => sum + to - from, 0)).toBe(secondsOf(ranges).length)
      const gaps = merged.slice(1).map(([from], index) => from - (merged[index]?.[1] ?? 0))
      expect(gaps.filter((gap) => gap <= 0)).toEqual([])
      expect(ranges).toEqual(before)
    },
  )
})

describe('toWatchedRange', () => {
  it('cuts a film played through into ranges that touch, wherever it was cut', () => {
    const cuts = [0, 4.4, 4.6, 9.5, 9.9, 14.2]
    const ranges = cuts.slice(1).flatMap((to, index) => toWatchedRange(cuts[index] ?? 0, to) ?? [])
    expect(ranges).toEqual([0, 4, 4, 5, 5, 10, 10, 14])
  })

  it('has none for less than a second', () => {
    expect(toWatchedRange(7.6, 8.4)).toBeNull()
  })
})

test.each([
  ['what was played, not how far', { progress: 90, watchedSeconds: 30, durationSeconds: 120 }, 0.25],
  ['nothing, where nothing was played', { progress: 90, watchedSeconds: 0, durationSeconds: 120 }, 0],
  ['no more than all of it', { progress: 1, watchedSeconds: 130, durationSeconds: 120 }, 1],
  ['the position, where only older clients have saved', { progress: 90, watchedSeconds: null }, 0.9],
  [
    'the position, of a film without a length',
    { progress: 90, watchedSeconds: 5, durationSeconds: null },
    0.9,
  ],
])('the share watched is %s', (_what, progress, share) => {
  expect(watchedShare(progress)).toBe(share)
})

test.each([
  [{ progress: 0, completed: false }, 84],
  [{ progress: 25, completed: false }, 63],
  [{ progress: 70, completed: false, watchedSeconds: 100, durationSeconds: 300 }, 56],
  [{ progress: 99, completed: false, watchedSeconds: 299, durationSeconds: 300 }, 1],
  [{ progress: 3, completed: true, watchedSeconds: 100, durationSeconds: 300 }, 0],
])('of 84 minutes with %j there are %i left', (progress, left) => {
  expect(minutesLeft(84, progress)).toBe(left)
})
