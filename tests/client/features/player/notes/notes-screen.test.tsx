import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NotesScreen } from '#client/features/player/notes/notes-screen.tsx'
import { PlayerContext } from '#client/lib/use-player.ts'
import type { NoteOutput } from '#shared/schemas/notes.ts'
import { renderShop, studentServer } from '#tests/client/features/player/student-shop.tsx'

const AT = '2026-11-21T10:00:00.000Z'

/** All notes of Sam, who has one on Navigation. */
function openNotesScreen() {
  let kept: NoteOutput[] = [
    { id: 'one', videoId: 2, positionSeconds: 6, body: 'Drift', createdAt: AT, updatedAt: AT },
  ]
  const server = studentServer({
    progress: {
      videos: () => [],
      list: () => [],
      notes: ({ videoId }) => kept.filter((note) => note.videoId === videoId),
      saveNote: ({ body }) => {
        kept = kept.map((note) => ({ ...note, body }))
        const [note] = kept
        if (!note) throw new Error('There is no note')
        return note
      },
      removeNote: () => {
        kept = []
        return { success: true }
      },
      search: ({ text }) =>
        kept
          .filter(({ body }) => body.includes(text))
          .map(({ videoId, positionSeconds, body }) => ({
            kind: 'note',
            videoId,
            seconds: positionSeconds,
            text: body,
          })),
    },
  })
  const player = { play: () => undefined, preview: () => undefined }
  const shop = renderShop({
    children: (
      <PlayerContext value={player}>
        <NotesScreen />
      </PlayerContext>
    ),
  })
  // The browser of the tests does not know <search>.
  vi.spyOn(console, 'error').mockClear()
  return { ...shop, server }
}

test('what was found follows a note that is changed, and the same text asks again', async () => {
  const { user, server } = openNotesScreen()
  await user.type(await screen.findByRole('searchbox'), 'Drift{Enter}')
  const results = await screen.findByRole('list', { name: 'Places found' })
  expect(results).toHaveTextContent('Drift')
  await user.click(screen.getByRole('button', { name: /^Edit the note/ }))
  await user.type(screen.getByRole('textbox', { name: /^Note at/ }), ' angle')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: /^Edit the note/ })).toHaveFocus()
  expect(results).toHaveTextContent('Drift angle')
  const asked = server.inputsOf('progress.search').length
  await user.type(screen.getByRole('searchbox'), '{Enter}')
  await expect.poll(() => server.inputsOf('progress.search')).toHaveLength(asked + 1)
})

test('the heading takes the focus of a note that is removed', async () => {
  const { user } = openNotesScreen()
  await user.click(await screen.findByRole('button', { name: /^Remove the note/ }))
  await user.click(screen.getByRole('button', { name: 'Remove for good' }))
  await expect.poll(() => screen.queryByText('Drift')).toBeNull()
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus()
})
