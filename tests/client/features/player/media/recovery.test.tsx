import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeMedia } from '#tests/client/features/player/fake-media.ts'
import {
  findVideo,
  OPEN,
  openPlayer,
  VIDEO_URL,
  type Watching,
} from '#tests/client/features/player/open-player.tsx'
import { pass } from '#tests/client/features/player/student-shop.tsx'
import { loseNetwork } from '#tests/support/fake-server.ts'

afterEach(() => {
  vi.useRealTimers()
})

async function play(watching: Watching = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const media = fakeMedia({ duration: 100 })
  const opened = await openPlayer(watching)
  const video = await findVideo()
  media.arrive(video)
  await waitFor(() => expect(video.paused).toBe(false))
  return { ...opened, media, video, asked: () => opened.server.inputsOf('progress.open').length }
}

test('a video that cannot be read on asks for access again and goes on where it was', async () => {
  const { media, video, asked } = await play()
  media.reach(video, 55)
  const before = asked()
  media.fail(video)
  await waitFor(() => expect(media.loads).toEqual([video]))
  expect(asked()).toBe(before + 1)
  expect(video).toHaveAttribute('src', VIDEO_URL)
  media.arrive(video)
  await waitFor(() => expect(video.currentTime).toBe(55))
  await waitFor(() => expect(video.paused).toBe(false))
  expect(screen.queryByText('Video Error')).not.toBeInTheDocument()
})

test('a paused video stays paused', async () => {
  const { media, video } = await play()
  media.reach(video, 55)
  video.pause()
  media.fail(video)
  await waitFor(() => expect(media.loads).toHaveLength(1))
  media.arrive(video)
  await waitFor(() => expect(video.currentTime).toBe(55))
  expect(video.paused).toBe(true)
})

test('what stays broken is said, keeps its place, and is tried again when the network is back', async () => {
  let isAway = false
  const { media, video, server } = await play({ open: () => (isAway ? loseNetwork() : OPEN) })
  media.reach(video, 55)
  isAway = true
  media.fail(video)
  await pass(6_000)
  expect(screen.getByRole('alert')).toHaveTextContent('The film has stopped')
  expect(screen.getByRole('alert')).toHaveTextContent('Your place is kept.')
  expect(screen.queryByText('Video Error')).not.toBeInTheDocument()
  expect(server.inputsOf('progress.save')).not.toContainEqual(expect.objectContaining({ progress: 0 }))
  isAway = false
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(media.loads).toHaveLength(1))
  media.arrive(video)
  await waitFor(() => expect(video.currentTime).toBe(55))
  await waitFor(() => expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull())
})

test('a page that goes while the video is fetched again saves the place it had', async () => {
  const { media, video, server } = await play()
  media.reach(video, 50)
  await pass(5_000)
  media.reach(video, 55)
  media.fail(video)
  await waitFor(() => expect(media.loads).toEqual([video]))
  expect(video.currentTime).toBe(0)
  fireEvent(window, new Event('pagehide'))
  await pass(1_000)
  expect(server.inputsOf('progress.save')).toMatchObject([{ positionSeconds: 50 }, { positionSeconds: 55 }])
})

test('a video that never begins is said to have failed, until it comes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const media = fakeMedia({ duration: 100 })
  let isAway = false
  await openPlayer({ open: () => (isAway ? loseNetwork() : OPEN) })
  const video = await findVideo()
  isAway = true
  media.fail(video)
  await pass(6_000)
  expect(screen.getAllByText('Video Error')[0]).toBeVisible()
  expect(screen.getAllByText(/Failed to load video. Please try again./)[0]).toBeVisible()
  expect(screen.queryByText(/Your place is kept/)).toBeNull()
  isAway = false
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(media.loads).toHaveLength(1))
  media.arrive(video)
  await waitFor(() => expect(screen.queryByText('Video Error')).not.toBeInTheDocument())
})

test('it goes on by itself when only the server was away', async () => {
  let isAway = false
  const { media, video } = await play({ open: () => (isAway ? loseNetwork() : OPEN) })
  media.reach(video, 55)
  isAway = true
  media.fail(video)
  await pass(60_000)
  expect(screen.getByRole('heading', { name: 'The film has stopped' })).toBeVisible()
  isAway = false
  await pass(15_000)
  await waitFor(() => expect(media.loads).toHaveLength(1))
  media.arrive(video)
  await waitFor(() => expect(video.currentTime).toBe(55))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'The film has stopped' })).toBeNull())
})

test('a person can try again too', async () => {
  const { media, video, user } = await play()
  media.reach(video, 55)
  media.fail(video)
  for (let tries = 1; tries <= 3; tries += 1) {
    await waitFor(() => expect(media.loads).toHaveLength(tries))
    media.fail(video)
    await pass(4_000)
  }
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(media.loads).toHaveLength(4))
  media.arrive(video)
  await waitFor(() => expect(video.currentTime).toBe(55))
})

test('access that was taken away is told in its words', async () => {
  let hasAccess = true
  const ended = { ...OPEN, hasAccess: false, secureVideoUrl: null, message: 'Your access has ended.' }
  const { media, video } = await play({ open: () => (hasAccess ? OPEN : ended) })
  hasAccess = false
  media.fail(video)
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  expect(screen.getByText('Your access has ended.')).toBeVisible()
})

test('play after a long pause asks for access first, and keeps the same video', async () => {
  const { media, video, asked, user } = await play()
  media.reach(video, 30)
  await user.keyboard('k')
  await pass(7 * 60_000)
  const before = asked()
  await user.keyboard('k')
  await waitFor(() => expect(video.paused).toBe(false))
  expect(asked()).toBe(before)
  await user.keyboard('k')
  await pass(9 * 60_000)
  await user.keyboard('k')
  await waitFor(() => expect(video.paused).toBe(false))
  expect(asked()).toBe(before + 1)
  expect(media.loads).toEqual([])
  expect(video).toHaveAttribute('src', VIDEO_URL)
})

test('a video to which nothing comes any more is fetched again, at the place it was sent to', async () => {
  const { media, video } = await play()
  media.reachOut(video, 90)
  await pass(7_000)
  fireEvent(video, new Event('progress'))
  await pass(7_900)
  expect(media.loads).toEqual([])
  await pass(100)
  await waitFor(() => expect(media.loads).toEqual([video]))
  media.arrive(video)
  await waitFor(() => expect(video.currentTime).toBe(90))
})

test('a video whose old file is gone goes on from the one that replaced it, with its own captions', async () => {
  const playback = (name: string) => ({
    ...OPEN,
    secureVideoUrl: `/media/grant-1/film?file=${name}.mp4`,
    captionsUrl: `/media/grant-1/captions?file=${name}.vtt`,
  })
  let now = playback('old')
  const { media, video } = await play({ open: () => now })
  media.reach(video, 55)
  now = playback('new')
  media.fail(video)
  await waitFor(() => expect(video).toHaveAttribute('src', now.secureVideoUrl))
  media.arrive(video)
  await waitFor(() => expect(video.currentTime).toBe(55))
  expect(video.querySelector('track')).toHaveAttribute('src', now.captionsUrl)
})
