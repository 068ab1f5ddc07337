import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { NoteOutput } from '#shared/schemas/notes.ts'
import { watchDownloads } from '#tests/client/lib/downloads.ts'
import { loseNetwork, refuse } from '#tests/support/fake-server.ts'
import { fakeMedia } from './fake-media.ts'
import { findVideo, openPlayer, type Watching } from './open-player.tsx'

const CAPTIONS = `WEBVTT

00:01.000 --> 00:04.000
The air moves

00:04.000 --> 00:08.000
over the ground.

00:30.000 --> 00:34.000
Draw the track first.
`

async function open(watching: Watching = {}) {
  const media = fakeMedia({ duration: 100 })
  const opened = await openPlayer({ captions: CAPTIONS, ...watching })
  const video = await findVideo()
  media.arrive(video)
  return { ...opened, media, video }
}

test('the transcript follows the video, and a press goes to the place', async () => {
  const { user, video, media } = await open()
  await user.keyboard('t')
  const first = await screen.findByRole('button', { name: /The air moves over the ground\./ })
  media.reach(video, 6)
  expect(first).toHaveAttribute('aria-current')
  await user.click(screen.getByRole('button', { name: /Draw the track first/ }))
  expect(video.currentTime).toBe(30)
  expect(first).not.toHaveAttribute('aria-current')
})

test('the transcript is searched, counted and jumped in by the keyboard', async () => {
  const { user, video } = await open()
  await user.click(await screen.findByRole('tab', { name: 'Transcript' }))
  const field = screen.getByRole('searchbox', { name: 'Search the transcript' })
  await user.type(field, 'TRACK')
  expect(screen.getByText('1 sentence')).toBeVisible()
  expect(screen.queryByRole('button', { name: /The air moves/ })).not.toBeInTheDocument()
  expect(document.querySelector('mark')).toHaveTextContent('track')
  await user.keyboard('{Enter}')
  expect(video.currentTime).toBe(30)
  await user.clear(field)
  await user.type(field, 'kilogram')
  expect(screen.getByText('Nothing found. Try one word of it.')).toBeVisible()
  // Letters in a field are letters, and Escape leaves the field before it leaves the player.
  expect(video.muted).toBe(false)
  await user.keyboard('{Escape}')
  expect(field).not.toHaveFocus()
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('captions are drawn at their time, in the chosen size and contrast', async () => {
  const { user, video, media } = await open()
  const drawn = () => document.querySelector('.video-picture .video-captions')
  media.reach(video, 2)
  expect(drawn()).toBeNull()
  await user.keyboard('c')
  await waitFor(() => expect(drawn()).toHaveTextContent('The air moves'))
  await user.keyboard('s')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Size of captions' }), 'Very large')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Contrast of captions' }), 'Yellow on black')
  await user.keyboard('{Escape}')
  expect(drawn()).toHaveAttribute('data-size', 'huge')
  expect(drawn()).toHaveAttribute('data-contrast', 'yellow')
  media.reach(video, 20)
  expect(drawn()).toBeNull()
})

function noteServer(first: NoteOutput[] = []) {
  let kept = first
  const at = '2026-11-21T10:00:00.000Z'
  return {
    notes: () => kept,
    saveNote: (input: {
      id?: string | null | undefined
      videoId: number
      positionSeconds: number
      body: string
    }) => {
      const note = { ...input, id: input.id ?? `note-${kept.length + 1}`, createdAt: at, updatedAt: at }
      kept = [...kept.filter(({ id }) => id !== note.id), note]
      return note
    },
    removeNote: ({ id }: { id: string }) => {
      kept = kept.filter((note) => note.id !== id)
      return { success: true as const }
    },
  }
}

test('a note keeps the place where its first letter was written', async () => {
  const { user, video, media, server } = await open({ answers: noteServer() })
  media.reach(video, 12.5)
  await user.keyboard('n')
  const field = await screen.findByRole('textbox', { name: 'Note at 0:12' })
  expect(field).toHaveFocus()
  await user.type(field, 'm')
  media.reach(video, 20)
  await user.type(field, 'ore on drift')
  await user.keyboard('{Control>}{Enter}{/Control}')
  const list = await screen.findByRole('list', { name: 'Notes' })
  expect(within(list).getByText('more on drift')).toBeVisible()
  expect(server.inputsOf('progress.saveNote')).toMatchObject([
    { videoId: 2, positionSeconds: 12.5, body: 'more on drift' },
  ])
  expect(screen.getByRole('textbox', { name: 'Note at 0:20' })).toHaveValue('')
  await user.click(within(list).getByRole('button', { name: 'Go to 12 seconds' }))
  expect(video.currentTime).toBe(12.5)
})

test('a note that cannot be saved is said, and stays in the field, even when the player is closed', async () => {
  let isAway = true
  const server = noteServer()
  const answers = {
    ...server,
    saveNote: (input: Parameters<typeof server.saveNote>[0]) =>
      isAway ? loseNetwork() : server.saveNote(input),
  }
  const { user } = await open({ answers })
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  await user.type(screen.getByRole('textbox'), 'Look up QNH')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText(/The note could not be saved/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'Watch' }))
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  expect(screen.getByRole('textbox')).toHaveValue('Look up QNH')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByRole('list', { name: 'Notes' })).toHaveTextContent('Look up QNH')
  expect(screen.getByRole('textbox')).toHaveValue('')
})

test('a note is rewritten, and removed at the second press', async () => {
  const at = '2026-11-21T10:00:00.000Z'
  const note = { id: 'one', videoId: 2, positionSeconds: 65, body: 'Old words', createdAt: at, updatedAt: at }
  const { user } = await open({ answers: noteServer([note]) })
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  await user.click(await screen.findByRole('button', { name: 'Edit the note at 1:05' }))
  const field = screen.getByRole('textbox', { name: 'Note at 1:05' })
  expect(field).toHaveFocus()
  await user.clear(field)
  await user.type(field, 'New words')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Remove the note at 1:05' }))
  expect(screen.getByText('New words')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove for good' }))
  expect(await screen.findByText(/No notes yet/)).toBeVisible()
})

test('as many notes as can be kept is told in the server’s words', async () => {
  const { user } = await open({ answers: { ...noteServer(), saveNote: () => refuse('TOO_MANY_NOTES') } })
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  await user.type(screen.getByRole('textbox'), 'One more')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  expect(await screen.findByText(/as many notes as the shop can keep/)).toBeVisible()
})

test('all notes are handed over as a text file', async () => {
  const at = '2026-11-21T10:00:00.000Z'
  const note = { id: 'one', videoId: 2, positionSeconds: 65, body: 'My words', createdAt: at, updatedAt: at }
  const saved = watchDownloads()
  const { user } = await open({ answers: noteServer([note]) })
  await user.click(await screen.findByRole('tab', { name: 'Notes' }))
  await user.click(await screen.findByRole('button', { name: 'Save all as text' }))
  expect(saved.map(({ name }) => name)).toEqual(['navigation-notes.txt'])
  expect(saved[0]?.blob.type).toBe('text/plain;charset=utf-8')
})

test('the arrow keys move between the tabs and not in the video', async () => {
  const { user, video, media } = await open()
  media.reach(video, 40)
  const tab = await screen.findByRole('tab', { name: 'Chapters' })
  fireEvent.focus(tab)
  tab.focus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Transcript' })).toHaveAttribute('aria-selected', 'true')
  expect(video.currentTime).toBe(40)
})
