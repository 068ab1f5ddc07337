import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keptSaves } from '#client/site/watching/unsent-saves.ts'
import { fakeMedia } from '#tests/client/features/player/fake-media.ts'
import { findVideo, OPEN, openPlayer, type Watching } from '#tests/client/features/player/open-player.tsx'
import { pass } from '#tests/client/features/player/student-shop.tsx'
import { loseNetwork, refuse } from '#tests/support/fake-server.ts'

afterEach(() => {
  vi.useRealTimers()
})
beforeEach(() => {
  keptSaves.clear()
})

async function play(watching: Watching = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const media = fakeMedia({ duration: 100 })
  const opened = await openPlayer(watching)
  const video = await findVideo()
  media.arrive(video)
  await waitFor(() => expect(video.paused).toBe(false))
  return { ...opened, media, video, saves: () => opened.server.inputsOf('progress.save') }
}

test('saves every 5 seconds while it plays, numbered within one play session', async () => {
  const { media, video, saves } = await play()
  media.reach(video, 20.25)
  await pass(5_000)
  media.reach(video, 25.5)
  await pass(5_000)
  const whose = { userId: 'student-sam', videoId: 2, completed: false }
  expect(saves()).toMatchObject([
    { ...whose, progress: 20, positionSeconds: 20.25, sequence: 1 },
    { ...whose, progress: 26, positionSeconds: 25.5, sequence: 2 },
  ])
  const sessions = new Set(saves().map((save) => (save as { playSession: string }).playSession))
  expect(sessions.size).toBe(1)
  expect([...sessions][0]).toMatch(/^[0-9a-f]{32}$/)
})

test('tells what was played since the last save: a jump is no part of it', async () => {
  const { media, video, saves } = await play()
  media.reach(video, 4.8)
  await pass(5_000)
  media.reach(video, 8)
  media.reachOut(video, 60)
  media.arrived(video)
  media.reach(video, 61.6)
  await pass(5_000)
  expect(saves()).toMatchObject([
    { watched: [[0, 5]] },
    {
      watched: [
        [5, 8],
        [60, 62],
      ],
    },
  ])
})

test('saves on pause, and nothing more while it stands still', async () => {
  const { media, video, saves } = await play()
  media.reach(video, 12)
  video.pause()
  await waitFor(() => expect(saves()).toMatchObject([{ progress: 12 }]))
  await pass(20_000)
  expect(saves()).toHaveLength(1)
})

test('the end is saved as 100 and completed', async () => {
  const { media, video, saves } = await play()
  media.reach(video, 100)
  await waitFor(() => expect(saves().at(-1)).toMatchObject({ progress: 100, completed: true }))
})

test('closing saves the place', async () => {
  const { media, video, saves, user } = await play()
  media.reach(video, 33)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(saves()).toMatchObject([{ progress: 33, positionSeconds: 33 }]))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a page that goes takes its last save with it', async () => {
  const { media, video, saves, server } = await play()
  media.reach(video, 61)
  fireEvent(window, new Event('pagehide'))
  await waitFor(() => expect(saves()).toMatchObject([{ progress: 61 }]))
  expect(server.keptAlive).toEqual(['/trpc/progress.save', '/trpc/progress.leave'])
})

test('a video that was opened and not watched saves nothing', async () => {
  const { user, saves } = await play({ saved: { progress: 80, positionSeconds: 80, completed: true } })
  await user.keyboard('{Escape}')
  await pass(1_000)
  expect(saves()).toEqual([])
})

test('saves that fail leave the video alone, are logged and kept, and go when the network is back', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let isAway = true
  const { media, video, saves } = await play({ save: () => (isAway ? loseNetwork() : { success: true }) })
  media.reach(video, 40)
  await pass(5_000)
  expect(video.paused).toBe(false)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(keptSaves.read()).toMatchObject([{ videoId: 2, progress: 40 }])
  isAway = false
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(keptSaves.read()).toBeNull())
  expect(saves().at(-1)).toMatchObject({ progress: 40 })
  expect(warned.mock.calls.map(([words]) => words)).toEqual([
    'The place in the film could not be saved; it is tried again.',
  ])
  warned.mockClear()
})

test('a save that was kept from an earlier visit is where the video goes on', async () => {
  keptSaves.write([
    {
      userId: 'student-sam',
      videoId: 2,
      progress: 70,
      completed: false,
      positionSeconds: 70,
      watched: [[20, 70]],
      playSession: 'an-earlier-visit',
      sequence: 9,
      madeAt: 0,
    },
  ])
  const { video, user, saves } = await play({ saved: { progress: 50, positionSeconds: 50 } })
  await waitFor(() => expect(video.currentTime).toBe(70))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(saves()).toMatchObject([{ progress: 70, watched: [[20, 70]] }]))
  await waitFor(() => expect(keptSaves.read()).toBeNull())
})

test('a refused save asks for access, and the video stops when it has ended', async () => {
  let hasAccess = true
  const ended = { ...OPEN, hasAccess: false, secureVideoUrl: null, message: 'Your access has ended.' }
  const { media, video } = await play({
    open: () => (hasAccess ? OPEN : ended),
    save: () => (hasAccess ? { success: true } : refuse('NO_ACCESS')),
  })
  hasAccess = false
  media.reach(video, 40)
  await pass(5_000)
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  expect(screen.getByText('Your access has ended.')).toBeVisible()
  expect(document.querySelector('video')).toBeNull()
})
