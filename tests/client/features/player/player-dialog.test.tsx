import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { playerMessages } from '#shared/messages/player.ts'
import { breakDown, refuse } from '#tests/support/fake-server.ts'
import { fakeMedia } from './fake-media.ts'
import { findVideo, OPEN, openPlayer, VIDEO_URL } from './open-player.tsx'

test('says that access is being secured until the server has answered', async () => {
  fakeMedia()
  let answer: (access: typeof OPEN) => void = () => undefined
  await openPlayer({ open: () => new Promise((resolve) => (answer = resolve)) })
  expect(await screen.findByText('Securing video access...')).toBeVisible()
  answer(OPEN)
  const video = await findVideo()
  expect(video).toHaveAttribute('src', VIDEO_URL)
  expect(screen.queryByText('Securing video access...')).not.toBeInTheDocument()
})

test('no access shows the message of the server, and a way out', async () => {
  const closed = { ...OPEN, hasAccess: false, secureVideoUrl: null, message: 'Your access ended yesterday.' }
  const { user } = await openPlayer({ open: () => closed })
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('Your access ended yesterday.')
  await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test.each([
  ['without words of its own', { ...OPEN, hasAccess: false, secureVideoUrl: null, message: null }],
  ['by a refusal', 'NO_ACCESS'],
] as const)('no access %s is told in ours', async (_how, answer) => {
  await openPlayer({ open: () => (answer === 'NO_ACCESS' ? refuse(answer) : answer) })
  expect(await screen.findByText(playerMessages.noAccess)).toBeVisible()
  expect(screen.queryByText(/% watched/)).not.toBeInTheDocument()
})

test('after a sign-out in another tab it asks to sign in, and sells nothing', async () => {
  fakeMedia()
  const { becomes } = await openPlayer()
  await findVideo()
  becomes({ status: 'signed-out', user: null })
  expect(await screen.findByText('Please sign in to continue.')).toBeVisible()
  const alert = within(screen.getByRole('alert'))
  expect(alert.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
  expect(alert.queryByRole('link', { name: 'See the film' })).toBeNull()
})

test('without an answer access is denied, in the words of what happened, and can be asked again', async () => {
  fakeMedia()
  let isAway = true
  const { user } = await openPlayer({ open: () => (isAway ? breakDown(503) : OPEN) })
  expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(playerMessages.contactSupport)
  expect(screen.queryByText(/purchase/)).toBeNull()
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findVideo()).toHaveAttribute('src', VIDEO_URL)
})

test('a video without a file is not available', async () => {
  await openPlayer({ open: () => ({ ...OPEN, secureVideoUrl: null }), saved: { progress: 40 } })
  expect(await screen.findByRole('heading', { name: 'Video Not Available' })).toBeVisible()
  expect(screen.getByText('Please contact support if this issue persists')).toBeVisible()
  expect(screen.getByText('40% watched')).toBeVisible()
  expect(screen.getByText('Open until 3 January 2027')).toBeVisible()
})

test('shows title, description, progress and the end of the licence', async () => {
  const media = fakeMedia({ duration: 100 })
  await openPlayer({ open: () => OPEN })
  const video = await findVideo()
  media.arrive(video)
  media.reach(video, 47)
  expect(screen.getByText('47% watched')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Watched' })).toHaveAttribute('aria-valuenow', '47')
  expect(screen.getByText('Open until 3 January 2027')).toBeVisible()
  expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/triangle of velocities/)
})

test('a licence without an end is N/A', async () => {
  fakeMedia()
  await openPlayer({ open: () => ({ ...OPEN, expiresAt: null }) })
  await findVideo()
  expect(screen.getByText('Open until N/A')).toBeVisible()
})

test('chapters are listed, marked and jumped to', async () => {
  const media = fakeMedia({ duration: 100 })
  const { user } = await openPlayer()
  const video = await findVideo()
  media.arrive(video)
  expect(await screen.findByRole('button', { name: /What the wind does/ })).toHaveAttribute('aria-current')
  await user.click(screen.getByRole('button', { name: /Draw the triangle/ }))
  expect(video.currentTime).toBe(30)
  expect(screen.getByRole('button', { name: /Draw the triangle/ })).toHaveAttribute('aria-current')
  expect(screen.getByRole('button', { name: /What the wind does ?watched/ })).toBeVisible()
  expect(screen.getByRole('slider', { name: 'Position' })).toHaveAttribute(
    'aria-valuetext',
    '30 seconds of 1 minute 40 seconds, chapter 2, Draw the triangle',
  )
})

test.each(['Escape', 'backdrop'])('closes by %s', async (way) => {
  fakeMedia()
  const { user } = await openPlayer()
  await findVideo()
  if (way === 'Escape') await user.keyboard('{Escape}')
  else {
    fireEvent.pointerDown(document.body)
    fireEvent.click(document.body)
  }
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('what would carry a video away is blocked while the player is open, and only then', async () => {
  fakeMedia()
  const { user } = await openPlayer()
  const video = await findVideo()
  expect(video).toHaveAttribute('controlslist', 'nodownload noremoteplayback')
  expect(video).toHaveAttribute('disablepictureinpicture')
  expect(video).toHaveAttribute('disableremoteplayback')
  const isAllowed = () => ({
    menu: fireEvent.contextMenu(video.isConnected ? video : document.body),
    drag: fireEvent.dragStart(video.isConnected ? video : document.body),
    drop: fireEvent.drop(document.body),
    save: fireEvent.keyDown(document.body, { key: 's', ctrlKey: true }),
  })
  expect(isAllowed()).toEqual({ menu: false, drag: false, drop: false, save: false })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(isAllowed()).toEqual({ menu: true, drag: true, drop: true, save: true })
})

test('the keys work wherever the focus is, and a sheet names them', async () => {
  const media = fakeMedia({ duration: 100 })
  const { user } = await openPlayer()
  const video = await findVideo()
  media.arrive(video)
  await waitFor(() => expect(video.paused).toBe(false))
  await user.keyboard('k')
  expect(video.paused).toBe(true)
  await user.keyboard('5')
  expect(video.currentTime).toBe(50)
  await user.keyboard('{ArrowRight}j')
  expect(video.currentTime).toBe(45)
  await user.keyboard('>')
  expect(video.playbackRate).toBe(1.25)
  expect(video.preservesPitch).toBe(true)
  await user.keyboard('m')
  expect(video.muted).toBe(true)
  await user.keyboard('c')
  expect(screen.getByRole('button', { name: 'Captions' })).toHaveAttribute('aria-pressed', 'true')
  await user.keyboard('?')
  expect(screen.getByRole('region', { name: 'Keyboard' })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Keyboard' })).not.toBeInTheDocument()
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('space ticks a box of the settings, and leaves the video alone', async () => {
  const media = fakeMedia()
  const { user } = await openPlayer({ captions: 'WEBVTT\n\n00:01.000 --> 00:04.000\nThe air moves\n' })
  const video = await findVideo()
  media.arrive(video)
  await waitFor(() => expect(video.paused).toBe(false))
  await user.keyboard('s')
  const box = await screen.findByRole('checkbox', { name: 'Show captions' })
  box.focus()
  await user.keyboard(' ')
  expect(box).toBeChecked()
  expect(video.paused).toBe(false)
})

test('what a person chose is remembered for the next video', async () => {
  const media = fakeMedia()
  const { user } = await openPlayer()
  media.arrive(await findVideo())
  await user.selectOptions(screen.getByRole('combobox', { name: 'Speed' }), '1.5×')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await user.click(screen.getByRole('button', { name: 'Watch' }))
  expect((await findVideo()).playbackRate).toBe(1.5)
})

test('the focus comes back to what opened the player', async () => {
  fakeMedia()
  const { user } = await openPlayer()
  await findVideo()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Watch' })).toHaveFocus())
})
