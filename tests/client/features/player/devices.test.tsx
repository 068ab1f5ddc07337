import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeMedia } from './fake-media.ts'
import { findVideo, OPEN, openPlayer, type Watching } from './open-player.tsx'

const CAPTIONS = `WEBVTT

00:00:00.000 --> 00:00:05.000
The wind moves the air.
`

async function open(watching: Watching) {
  const media = fakeMedia({ duration: 100 })
  const opened = await openPlayer({ captions: CAPTIONS, ...watching })
  const video = await findVideo()
  media.arrive(video)
  return { ...opened, media, video }
}

test('a phone shows the still before it plays, and keeps the controls of the browser', async () => {
  const { video } = await open({ isPhone: true })
  expect(video).toHaveAttribute('controls')
  expect(video).toHaveAttribute('poster', '/previews/navigation.jpg')
  expect(screen.queryByRole('slider', { name: 'Position' })).not.toBeInTheDocument()
})

test('a finger has a large Play on the still, until the film has played once', async () => {
  const { video, user } = await open({ isPhone: true })
  await user.click(await screen.findByRole('button', { name: 'Play Navigation' }))
  expect(video.paused).toBe(false)
  expect(screen.queryByRole('button', { name: 'Play Navigation' })).not.toBeInTheDocument()
  act(() => video.pause())
  expect(screen.queryByRole('button', { name: 'Play Navigation' })).not.toBeInTheDocument()
})

test('on a phone speed and captions are one tap away', async () => {
  const { video, user } = await open({ isPhone: true })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5×')
  expect(video.playbackRate).toBe(1.5)
  await user.click(screen.getByRole('button', { name: 'Captions' }))
  expect(screen.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true')
})

test('on a phone chapters, transcript and notes stand under the film', async () => {
  const { user, video } = await open({ isPhone: true })
  await user.click(await screen.findByRole('button', { name: /Draw the triangle/ }))
  expect(video.currentTime).toBe(30)
  await user.click(screen.getByRole('tab', { name: 'Transcript' }))
  expect(await screen.findByText('The wind moves the air.')).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Notes' }))
  expect(await screen.findByRole('textbox', { name: /^Note at/ })).toBeVisible()
})

test('a tablet has buttons for a finger, and no help for keys', async () => {
  const { user, media, video } = await open({ isTouch: true })
  expect(video).not.toHaveAttribute('controls')
  expect(screen.queryByRole('button', { name: 'Keyboard help' })).not.toBeInTheDocument()
  expect(screen.queryByRole('slider', { name: 'Volume' })).not.toBeInTheDocument()
  media.reach(video, 40)
  await user.click(screen.getByRole('button', { name: 'Back 10 seconds' }))
  expect(video.currentTime).toBe(30)
  await user.click(screen.getByRole('button', { name: 'On 10 seconds' }))
  expect(video.currentTime).toBe(40)
})

test('a desktop has them the other way round', async () => {
  await open({})
  expect(screen.getByRole('button', { name: 'Keyboard help' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Back 10 seconds' })).not.toBeInTheDocument()
})

test('the settings hold captions, speed and what comes next', async () => {
  const { user, video } = await open({})
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  const settings = within(screen.getByRole('region', { name: 'Settings' }))
  await user.click(settings.getByRole('checkbox', { name: 'Show captions' }))
  await user.selectOptions(settings.getByRole('combobox', { name: 'Speed' }), '1.25×')
  expect(video.playbackRate).toBe(1.25)
  const next = settings.getByRole('checkbox', { name: 'Play the next film by itself' })
  expect(next).toBeChecked()
  await user.click(next)
  expect(JSON.parse(localStorage.getItem('player_settings') ?? '{}')).toMatchObject({
    hasCaptions: true,
    rate: 1.25,
    playsNext: false,
  })
})

test('the film stays in sight and in hand while the settings are open, and shows what captions look like', async () => {
  const { user, video } = await open({ captions: 'WEBVTT\n\n00:40.000 --> 00:45.000\nThe wind\n' })
  const drawn = () => video.parentElement?.querySelector('.video-captions')
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  expect(screen.getByRole('slider', { name: 'Position' }).closest('[inert]')).toBeNull()
  const settings = within(screen.getByRole('region', { name: 'Settings' }))
  expect(settings.queryByLabelText('Size of captions')).toBeNull()
  await user.click(settings.getByRole('checkbox', { name: 'Show captions' }))
  await user.selectOptions(settings.getByLabelText('Size of captions'), 'Large')
  expect(drawn()).toHaveTextContent('Captions look like this.')
  expect(drawn()).toHaveAttribute('data-size', 'large')
  const isPaused = video.paused
  await user.click(video)
  expect(screen.queryByRole('region', { name: 'Settings' })).toBeNull()
  expect(video.paused, 'the press closed the settings alone').toBe(isPaused)
  expect(drawn()).toBeNull()
})

test('a film without captions is not shown with some while the settings are open', async () => {
  localStorage.setItem('player_settings', JSON.stringify({ hasCaptions: true }))
  const { user, video } = await open({ open: () => ({ ...OPEN, captionsUrl: null }) })
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  expect(screen.getByRole('region', { name: 'Settings' })).toBeVisible()
  expect(video.parentElement?.querySelector('.video-captions')).toBeNull()
})

test('a phone, which draws captions itself, is not asked how', async () => {
  const { user } = await open({ isPhone: true })
  await user.click(screen.getByRole('button', { name: 'Captions' }))
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  const settings = within(screen.getByRole('region', { name: 'Settings' }))
  expect(settings.getByRole('checkbox', { name: 'Show captions' })).toBeChecked()
  expect(settings.queryByLabelText('Size of captions')).toBeNull()
  expect(settings.queryByLabelText('Contrast of captions')).toBeNull()
})
