import { beforeAll, describe, expect, test } from 'vitest'
import { accessInput, progressSaveInput } from '#shared/schemas/progress.ts'
import { speakPlainly } from '#shared/schemas/zod-messages.ts'
import { errors } from './outcome.ts'

beforeAll(speakPlainly)

const save = { userId: 'u1', videoId: 2, progress: 40 }

describe('progressSaveInput', () => {
  test('an old client sends three fields', () => {
    expect(progressSaveInput.parse({ ...save, completed: false })).toEqual({
      ...save,
      completed: false,
      positionSeconds: null,
      playSession: null,
      sequence: null,
    })
  })

  test.each([
    [0, 0],
    [47.4, 47],
    [47.5, 48],
    [99.6, 100],
    [100, 100],
    [250, 100],
  ])('%d percent is kept as %i', (sent, kept) => {
    expect(progressSaveInput.parse({ ...save, progress: sent }).progress).toBe(kept)
  })

  test.each([
    ['progress', -1, 'Please enter 0 or more.'],
    ['progress', -0.4, 'Please enter 0 or more.'],
    ['progress', Number.NaN, 'Please check the form and try again.'],
    ['progress', '40', 'Please check the form and try again.'],
    ['progress', null, 'Please check the form and try again.'],
    ['progress', undefined, 'Please fill in every required field.'],
    ['videoId', 'two', 'Please check the form and try again.'],
    ['videoId', 0, 'Please enter 1 or more.'],
    ['positionSeconds', -3, 'Please enter 0 or more.'],
    ['positionSeconds', 90_000, 'Please enter 86400 or less.'],
    ['sequence', 1.5, 'Please check the form and try again.'],
    ['sequence', 2 ** 31, 'Please enter 2147483647 or less.'],
    ['playSession', 'x'.repeat(65), 'Please use at most 64 characters.'],
    ['completed', 'yes', 'Please check the form and try again.'],
  ])('refuses %s %j', (field, value, message) => {
    expect(errors(progressSaveInput, { ...save, [field]: value })).toEqual([{ field, message }])
  })
})

test('of what was played, parts without a second are left out', () => {
  const watched = [
    [0, 5],
    [9, 9],
    [30, 20],
  ]
  expect(progressSaveInput.parse({ ...save, watched }).watched).toEqual([[0, 5]])
})

test.each([
  ['half seconds', [[0, 1.5]], 'watched.0.1'],
  ['what is longer than a day', [[0, 86_401]], 'watched.0.1'],
  ['what has no end', [[5]], 'watched.0'],
  ['more parts than a save holds', Array.from({ length: 501 }, () => [0, 1]), 'watched'],
])('of what was played, %s are refused', (_what, watched, field) => {
  expect(errors(progressSaveInput, { ...save, watched })).toMatchObject([{ field }])
})

describe('accessInput', () => {
  test.each([
    ['7', 7],
    [7, 7],
  ])('reads the video id %j of a path', (videoId, meant) => {
    expect(accessInput.parse({ userId: 'u1', videoId })).toEqual({
      userId: 'u1',
      videoId: meant,
      playSession: null,
    })
  })

  test.each(['', '0', '-1', '1.5', '1e3', 'seven', '99999999999', null, true])('refuses %j', (videoId) => {
    expect(errors(accessInput, { userId: 'u1', videoId })).toEqual([
      { field: 'videoId', message: 'Please check the form and try again.' },
    ])
  })
})

test('a video id beyond four bytes never reaches the database', () => {
  expect(errors(accessInput, { userId: 'u1', videoId: '4294967296' })).toEqual([
    { field: 'videoId', message: 'Please enter 2147483647 or less.' },
  ])
})

test.each([undefined, '', 'x'.repeat(65), 'a\u0000b'])('a user id is never %j', (userId) => {
  expect(errors(accessInput, { userId, videoId: '1' })).toHaveLength(1)
})
