import { expect, test } from 'vitest'
import {
  type Circumstances,
  chosenRendition,
  firstRendition,
  nextLower,
} from '#client/features/player/media/use-quality.ts'

const ALL = [1080, 720, 540, 360].map((height) => ({ height, url: `/film?height=${height}` }))

const table: [Partial<Circumstances>, number][] = [
  [{ screenLines: 900, megabits: null }, 1080],
  [{ screenLines: 2160, megabits: null }, 1080],
  [{ screenLines: 720, megabits: 10 }, 720],
  [{ screenLines: 390, megabits: 10 }, 540],
  [{ screenLines: 300, megabits: null }, 360],
  [{ screenLines: 2160, megabits: 1.3 }, 720],
  [{ screenLines: 2160, megabits: 0.1 }, 360],
  [{ screenLines: 2160, megabits: 10, isSaving: true }, 360],
]
test.each(table)('%j begins with %d lines', (now, height) => {
  const circumstances = { screenLines: 1080, megabits: null, isSaving: false, ...now }
  expect(firstRendition(ALL, circumstances)?.height).toBe(height)
})

test('a video in one height has none to choose', () => {
  expect(firstRendition([], { screenLines: 1080, megabits: null, isSaving: false })).toBeNull()
})

test.each([
  [1080, 720],
  [540, 360],
  [360, null],
])('below %d comes %s', (height, lower) => {
  expect(nextLower(ALL, height)?.height ?? null).toBe(lower)
})

test.each([
  [720, 720],
  [800, 720],
  [100, 360],
])('who wishes for %d gets %d', (wish, height) => {
  expect(chosenRendition(ALL, wish)?.height).toBe(height)
})
