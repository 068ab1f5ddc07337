import { expect, it } from 'vitest'
import { pictureAt, storyboardLayout, storyboardMostBytes } from '#shared/catalog/storyboard.ts'

it.each([
  ['a snippet', 16, { everySeconds: 5, pictures: 4, rows: 1 }],
  ['a sample', 90.9, { everySeconds: 5, pictures: 19, rows: 2 }],
  ['an hour', 3_600, { everySeconds: 30, pictures: 120, rows: 12 }],
  ['a long video', 84 * 60 + 1, { everySeconds: 43, pictures: 118, rows: 12 }],
])('%s is laid out by its length alone', (_what, seconds, layout) => {
  expect(storyboardLayout(seconds)).toEqual(layout)
})

it.each([
  [0, 0, 0],
  [4.9, 0, 0],
  [5, 1, 0],
  [49.9, 9, 0],
  [50, 0, 1],
  [90.9, 8, 1],
  [5_000, 8, 1],
  [-1, 0, 0],
])('second %d of a video of 91 seconds is column %d of row %d', (seconds, column, row) => {
  expect(pictureAt(storyboardLayout(90.9), seconds)).toEqual({ column, row })
})

it('an hour takes at most 60 kB, two hours twice that', () => {
  expect(storyboardMostBytes(3_600)).toBe(60_000)
  expect(storyboardMostBytes(7_200)).toBe(120_000)
  expect(storyboardMostBytes(90)).toBe(20_000)
  expect(storyboardMostBytes(12 * 3_600)).toBe(180_000)
})
