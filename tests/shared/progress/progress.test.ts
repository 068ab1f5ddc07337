import { describe, expect, test } from 'vitest'
import { isCompleted, percentAt, resumeAt, toPercent, watchState } from '#shared/progress/progress.ts'

describe('completed', () => {
  test.each([
    [94, false],
    [95, true],
    [100, true],
  ])('at %d %%: %j', (percent, expected) => {
    expect(isCompleted(percent)).toBe(expected)
  })
})

describe('toPercent', () => {
  test.each([
    [0, 0],
    [47.4, 47],
    [94.5, 95],
    [100.2, 100],
    [250, 100],
    [-0.1, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, 100],
  ])('%d is saved as %j', (progress, expected) => {
    expect(toPercent(progress)).toBe(expected)
  })
})

describe('percentAt', () => {
  test.each([
    [3_158, 6_720, 47],
    [6_720, 6_720, 100],
    [10, 0, 0],
    [10, Number.NaN, 0],
  ])('second %d of %d is %d %%', (position, duration, expected) => {
    expect(percentAt(position, duration)).toBe(expected)
  })
})

describe('watchState', () => {
  test.each([
    [0, false, 'start'],
    [1, false, 'start'],
    [2, false, 'continue'],
    [94, false, 'continue'],
    [100, true, 'replay'],
    [3, true, 'replay'],
  ])('at %d %%, completed %j: %s', (percent, completed, expected) => {
    expect(watchState(percent, completed)).toBe(expected)
  })
})

describe('resumeAt', () => {
  const table: [percent: number, seconds: number | null, completed: boolean, at: number, why: string][] = [
    [47, 3_158, false, 3_158, 'where it stopped'],
    [47, null, false, 3_158.4, 'where the percentage points to'],
    [1, 67, false, 0, '1 % is not begun'],
    [2, 2, false, 0, '2 seconds are not worth it'],
    [2, 2.1, false, 2.1, 'more are'],
    [0, null, false, 0, 'never begun'],
    [100, 6_720, true, 0, 'a completed film starts again'],
    [40, 2_688, true, 0, 'wherever it was stopped the second time'],
    [90, 6_720, false, 0, 'nothing is left beyond the end'],
  ]
  test.each(table)('%d %%, second %j, completed %j: %d, %s', (percent, positionSeconds, completed, at) => {
    expect(resumeAt({ percent, positionSeconds, completed, durationSeconds: 6_720 })).toBeCloseTo(at, 6)
  })
})
