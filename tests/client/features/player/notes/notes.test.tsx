import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { findDraft, forgetDraft, keepDraft, noteDrafts } from '#client/site/watching/drafts.ts'
import type { NoteOutput } from '#shared/schemas/notes.ts'
import { fakeMedia } from '#tests/client/features/player/fake-media.ts'
import { findVideo, openPlayer, type Watching } from '#tests/client/features/player/open-player.tsx'

const AT = '2026-11-21T10:00:00.000Z'
const NOTE: NoteOutput = {
  id: 'one',
  videoId: 2,
  positionSeconds: 6,
  body: 'Words',
  createdAt: AT,
  updatedAt: AT,
}

/** The tab with the notes, where the test says when the server answers. */
async function openNotes(first: NoteOutput[] = []) {
  let kept = first
  const waiting: (() => void)[] = []
  const answer = () => new Promise<void>((resolve) => waiting.push(resolve))
  const answers: Watching['answers'] = {
    notes: () => kept,
    saveNote: async ({ videoId, positionSeconds, body }) => {
      await answer()
      const note = { ...NOTE, videoId, positionSeconds, body }
      kept = [note]
      return note
    },
    removeNote: async () => {
      await answer()
      kept = []
      return { success: true }
    },
  }
  const media = fakeMedia()
  const opened = await openPlayer({ answers })
  media.arrive(await findVideo())
  await opened.user.click(await screen.findByRole('tab', { name: 'Notes' }))
  return { ...opened, waiting, letAnswer: () => waiting.splice(0).forEach((resolve) => void resolve()) }
}

async function write(user: Awaited<ReturnType<typeof openNotes>>['user'], text: string) {
  await user.click(screen.getByRole('textbox', { name: /^Note at/ }))
  await user.paste(text)
}

test('what is written while the note is saved stays', async () => {
  const { user, waiting, letAnswer } = await openNotes()
  await write(user, 'First')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(waiting).toHaveLength(1))
  await write(user, ' and more')
  letAnswer()
  expect(await screen.findByRole('list', { name: 'Notes' })).toHaveTextContent('First')
  expect(screen.getByRole('textbox', { name: /^Note at/ })).toHaveValue('First and more')
})

test('a note without words is asked for at its field', async () => {
  const { user, server } = await openNotes()
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  const field = screen.getByRole('textbox', { name: /^Note at/ })
  expect(field).toHaveAccessibleDescription('Please write something first.')
  expect(field).toHaveFocus()
  expect(server.inputsOf('progress.saveNote')).toEqual([])
})

test('a note that is saved in the background is no draft any more', async () => {
  const { user, waiting, letAnswer } = await openNotes()
  await write(user, 'Once')
  await user.click(screen.getByRole('button', { name: 'Save note' }))
  await waitFor(() => expect(waiting).toHaveLength(1))
  await user.click(screen.getByRole('tab', { name: 'Chapters' }))
  letAnswer()
  await waitFor(() => expect(noteDrafts.read()).toBeNull())
})

test('two presses remove a note once', async () => {
  const { user, server, letAnswer } = await openNotes([NOTE])
  await user.click(await screen.findByRole('button', { name: /^Remove the note/ }))
  await user.dblClick(screen.getByRole('button', { name: 'Remove for good' }))
  letAnswer()
  expect(await screen.findByText(/No notes yet/)).toHaveFocus()
  expect(server.inputsOf('progress.removeNote')).toHaveLength(1)
})

test('each video keeps its own draft, and each student', () => {
  const navigation = { userId: 'sam', videoId: 2, positionSeconds: 3, body: 'Drift' }
  const meteorology = { userId: 'sam', videoId: 3, positionSeconds: 9, body: 'QNH' }
  keepDraft(noteDrafts, navigation)
  keepDraft(noteDrafts, meteorology)
  keepDraft(noteDrafts, { ...navigation, userId: 'kim', body: 'Of another' })
  keepDraft(noteDrafts, { ...navigation, body: 'Drift angle' })
  expect(findDraft(noteDrafts.read(), navigation)?.body).toBe('Drift angle')
  expect(findDraft(noteDrafts.read(), meteorology)?.body).toBe('QNH')
  forgetDraft(noteDrafts, navigation)
  expect(findDraft(noteDrafts.read(), navigation)?.body).toBe('Drift angle')
  forgetDraft(noteDrafts, { ...navigation, body: 'Drift angle' })
  keepDraft(noteDrafts, { ...meteorology, body: '' })
  expect(noteDrafts.read()?.map(({ userId }) => userId)).toEqual(['kim'])
})
