import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeMedia } from '#tests/client/features/player/fake-media.ts'
import { findVideo, openPlayer, type Watching } from '#tests/client/features/player/open-player.tsx'
import { pass } from '#tests/client/features/player/student-shop.tsx'

async function begin(watching: Watching) {
  const media = fakeMedia({ duration: 100 })
  const opened = await openPlayer(watching)
  const video = await findVideo()
  vi.useFakeTimers()
  media.arrive(video)
  return { ...opened, media, video }
}

afterEach(() => {
  vi.useRealTimers()
})

test('goes on at the last place after 200 ms, and says so', async () => {
  const { video } = await begin({ saved: { progress: 47, positionSeconds: 46.8 } })
  await pass(190)
  expect(video.currentTime).toBe(0)
  expect(video.paused).toBe(true)
  await pass(10)
  expect(video.currentTime).toBe(46.8)
  expect(video.paused).toBe(false)
  expect(screen.getByText('Resuming Video')).toBeVisible()
  expect(screen.getByText('Continuing from 47% progress')).toBeVisible()
})

test.each([
  ['never watched', {}],
  ['at 1 %', { progress: 1, positionSeconds: 1.4 }],
  ['up to 2 seconds', { progress: 2, positionSeconds: 2 }],
  ['completed', { progress: 60, positionSeconds: 60, completed: true }],
])('a video %s plays from the start', async (_how, saved) => {
  const { video } = await begin({ saved })
  await pass(1_000)
  expect(video.currentTime).toBe(0)
  expect(video.paused).toBe(false)
  expect(screen.queryByText('Resuming Video')).not.toBeInTheDocument()
})

test('a place that is known in percent alone will do', async () => {
  const { video } = await begin({ saved: { progress: 30, positionSeconds: null } })
  await pass(200)
  expect(video.currentTime).toBe(30)
})

test('a phone has the controls of the browser, goes on, and waits for a press', async () => {
  const { video, media, server } = await begin({
    isPhone: true,
    saved: { progress: 40, positionSeconds: 40 },
  })
  expect(video).toHaveAttribute('controls')
  expect(screen.queryByRole('slider', { name: 'Position' })).not.toBeInTheDocument()
  await pass(200)
  expect(video.currentTime).toBe(40)
  expect(video.paused).toBe(true)
  expect(screen.getByText('Continuing from 40% progress')).toBeVisible()
  await video.play()
  media.reach(video, 52)
  await pass(5_000)
  expect(server.inputsOf('progress.save')).toMatchObject([{ videoId: 2, progress: 52 }])
})
