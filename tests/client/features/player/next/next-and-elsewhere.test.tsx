import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnedVideoOutput } from '#shared/schemas/progress.ts'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { fakeMedia } from '#tests/client/features/player/fake-media.ts'
import {
  findVideo,
  OPEN,
  openPlayer,
  VIDEO_URL,
  type Watching,
} from '#tests/client/features/player/open-player.tsx'
import { pass } from '#tests/client/features/player/student-shop.tsx'
import { refuse } from '#tests/support/fake-server.ts'

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
  return { ...opened, media, video }
}

const owned: OwnedVideoOutput[] = makePageData()
  .videos.filter(({ id }) => id === 2 || id === 3)
  .map(({ slug: _slug, categorySlug: _category, pricePence: _price, ...playback }) => ({
    ...playback,
    expiresAt: '2027-01-03T12:00:00.000Z',
    daysRemaining: 43,
  }))

test('the end of a video offers the next, which begins after ten seconds', async () => {
  const { media, video } = await play({ answers: { videos: () => owned } })
  media.reach(video, 100)
  expect(await screen.findByRole('region', { name: 'Next film' })).toHaveTextContent('Meteorology')
  expect(screen.getByRole('button', { name: 'Play now' })).toHaveFocus()
  for (let second = 0; second < 10; second += 1) await pass(1_000)
  expect(await screen.findByRole('dialog', { name: 'Meteorology' })).toBeVisible()
})

test('Escape says no to the next video, and the player stays', async () => {
  const { media, video, user } = await play({ answers: { videos: () => owned } })
  media.reach(video, 100)
  await screen.findByRole('region', { name: 'Next film' })
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Next film' })).not.toBeInTheDocument()
  for (let second = 0; second < 12; second += 1) await pass(1_000)
  expect(screen.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
})

test('the offer does not interrupt a note', async () => {
  const { media, video, user } = await play({ answers: { videos: () => owned } })
  await user.keyboard('n')
  const field = await screen.findByRole('textbox', { name: /^Note at/ })
  await user.type(field, 'half a')
  media.reach(video, 100)
  await screen.findByRole('region', { name: 'Next film' })
  for (let second = 0; second < 12; second += 1) await pass(1_000)
  await user.keyboard(' thought')
  expect(field).toHaveValue('half a thought')
  expect(screen.getByRole('dialog', { name: 'Navigation' })).toBeVisible()
  act(() => field.blur())
  for (let second = 0; second < 10; second += 1) await pass(1_000)
  expect(await screen.findByRole('dialog', { name: 'Meteorology' })).toBeVisible()
})

test('with the setting off the next video waits to be asked for', async () => {
  const { media, video, user } = await play({ answers: { videos: () => owned } })
  await user.keyboard('s')
  await user.click(screen.getByRole('checkbox', { name: 'Play the next film by itself' }))
  await user.keyboard('{Escape}')
  media.reach(video, 100)
  await screen.findByRole('region', { name: 'Next film' })
  for (let second = 0; second < 12; second += 1) await pass(1_000)
  expect(screen.queryByRole('timer')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Play now' }))
  expect(await screen.findByRole('dialog', { name: 'Meteorology' })).toBeVisible()
})

test('on a phone a video that follows plays by itself: it was asked for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const media = fakeMedia({ duration: 100 })
  const { user } = await openPlayer({ isPhone: true, answers: { videos: () => owned } })
  const video = await findVideo()
  media.arrive(video)
  await pass(1_000)
  expect(video.paused).toBe(true)
  media.reach(video, 100)
  await user.click(await screen.findByRole('button', { name: 'Play now' }))
  const next = await screen.findByRole('dialog', { name: 'Meteorology' })
  const following = await vi.waitFor(() => {
    const found = next.querySelector('video')
    if (!found) throw new Error('The player shows no film')
    return found
  })
  media.arrive(following)
  await waitFor(() => expect(following.paused).toBe(false))
})

test('with nothing left to watch there is no offer', async () => {
  const { media, video, server } = await play({ answers: { videos: () => owned.slice(0, 1) } })
  media.reach(video, 100)
  await waitFor(() => expect(server.inputsOf('progress.videos').length).toBeGreaterThan(0))
  await pass(1_000)
  expect(screen.queryByRole('region', { name: 'Next film' })).not.toBeInTheDocument()
})

test('a video that plays elsewhere as often as may be stops here, and goes on when asked again', async () => {
  let isTaken = false
  const { media, video, user } = await play({
    save: () => (isTaken ? refuse('TOO_MANY_STREAMS') : { success: true }),
  })
  isTaken = true
  media.reach(video, 40)
  await pass(5_000)
  expect(await screen.findByRole('heading', { name: 'Playing elsewhere' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('This account is already playing elsewhere.')
  expect(video.paused).toBe(true)
  isTaken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(media.loads).toHaveLength(1))
  media.arrive(video)
  await waitFor(() => expect(video.paused).toBe(false))
  expect(video.currentTime).toBe(40)
  expect(screen.queryByRole('heading', { name: 'Playing elsewhere' })).not.toBeInTheDocument()
})

test('asked again while others still play, it says so again without taking the button away', async () => {
  const elsewhere = () => refuse('TOO_MANY_STREAMS')
  let isTaken = false
  const { media, video, user } = await play({ save: () => (isTaken ? elsewhere() : { success: true }) })
  isTaken = true
  media.reach(video, 40)
  await pass(5_000)
  const again = await screen.findByRole('button', { name: 'Try again' })
  await user.click(again)
  await waitFor(() => expect(media.loads).toHaveLength(1))
  expect(again).toBeInTheDocument()
  expect(again).toHaveFocus()
  expect(again).toHaveAttribute('aria-busy', 'true')
  // Its bytes are refused again.
  media.fail(video)
  for (let second = 0; second < 6; second += 1) await pass(1_000)
  expect(again).toBeInTheDocument()
  expect(again).toHaveFocus()
})

beforeEach(() => {
  vi.stubGlobal('screen', { width: 1280, height: 720 })
})

const renditions = [720, 540, 360].map((height) => ({ height, url: `${VIDEO_URL}&height=${height}` }))

test('another picture is chosen, keeps the place, and goes on', async () => {
  const { media, video, user } = await play({ open: () => ({ ...OPEN, renditions }) })
  media.reach(video, 55)
  await user.keyboard('s')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Picture' }), '360 lines')
  expect(video).toHaveAttribute('src', `${VIDEO_URL}&height=360`)
  media.reload(video)
  media.arrive(video)
  await waitFor(() => expect(video.currentTime).toBe(55))
  await waitFor(() => expect(video.paused).toBe(false))
})

test('a stall steps the picture down, one at a time', async () => {
  const { media, video } = await play({ open: () => ({ ...OPEN, renditions }) })
  const height = () => new URL(video.src).searchParams.get('height')
  const first = height()
  media.reach(video, 55)
  video.dispatchEvent(new Event('waiting'))
  await pass(2_900)
  expect(height()).toBe(first)
  await pass(100)
  const lower = renditions.find((one) => one.height < Number(first))
  expect(height()).toBe(String(lower?.height))
})

test('a hiccup does not', async () => {
  const { video } = await play({ open: () => ({ ...OPEN, renditions }) })
  const before = video.src
  video.dispatchEvent(new Event('waiting'))
  await pass(2_000)
  video.dispatchEvent(new Event('playing'))
  await pass(5_000)
  expect(video.src).toBe(before)
})
