import { expect, test } from 'vitest'
import type { VideoSave } from '#client/site/watching/save-queue.ts'
import { findKeptSave, keepSave, keptSaves } from '#client/site/watching/unsent-saves.ts'

const NAVIGATION = { userId: 'sam', videoId: 2 }
const METEOROLOGY = { userId: 'sam', videoId: 3 }

function makeSave(whose: { userId: string; videoId: number }, progress: number): VideoSave {
  const place = { progress, completed: false, positionSeconds: progress, watched: [] }
  return { ...whose, ...place, playSession: 'one', sequence: 1, madeAt: 0 }
}

test('one save a video is kept, and forgotten alone', () => {
  keepSave(NAVIGATION, makeSave(NAVIGATION, 10))
  keepSave(METEOROLOGY, makeSave(METEOROLOGY, 50))
  keepSave(NAVIGATION, makeSave(NAVIGATION, 20))
  expect(keptSaves.read()?.map(({ videoId, progress }) => [videoId, progress])).toEqual([
    [3, 50],
    [2, 20],
  ])
  keepSave(METEOROLOGY, null)
  expect(keptSaves.read()?.map(({ videoId }) => videoId)).toEqual([2])
  keepSave(NAVIGATION, null)
  expect(localStorage.getItem(keptSaves.key)).toBeNull()
})

test('a kept save counts only where it is further on than the server knows', () => {
  keepSave(NAVIGATION, makeSave(NAVIGATION, 40))
  const known = { videoId: 2, progress: 30, completed: false, positionSeconds: 30 }
  expect(findKeptSave(NAVIGATION, null)?.progress).toBe(40)
  expect(findKeptSave(NAVIGATION, known)?.progress).toBe(40)
  expect(findKeptSave(NAVIGATION, { ...known, progress: 60 })).toBeNull()
  expect(findKeptSave(NAVIGATION, { ...known, completed: true })).toBeNull()
  expect(findKeptSave({ ...NAVIGATION, userId: 'alex' }, null)).toBeNull()
})

test('whatever lies in the browser’s storage is no obstacle', () => {
  localStorage.setItem(keptSaves.key, '[{"userId":"sam","videoId":"two"}]')
  expect(findKeptSave(NAVIGATION, null)).toBeNull()
  keepSave(NAVIGATION, makeSave(NAVIGATION, 10))
  expect(findKeptSave(NAVIGATION, null)?.progress).toBe(10)
})

test('an older save without what was played is still one, and ranges come back as they went', () => {
  const { watched: _, madeAt: __, ...older } = makeSave(NAVIGATION, 10)
  localStorage.setItem(keptSaves.key, JSON.stringify([older]))
  expect(keptSaves.read()).toEqual([{ ...older, watched: [], madeAt: 0 }])
  const save: VideoSave = { ...makeSave(NAVIGATION, 20), watched: [[0, 30]] }
  keepSave(NAVIGATION, save)
  expect(JSON.parse(localStorage.getItem(keptSaves.key) ?? '')).toEqual([save])
  expect(keptSaves.read()).toEqual([save])
})
