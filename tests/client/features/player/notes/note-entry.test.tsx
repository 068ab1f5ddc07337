import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { NoteEntry } from '#client/features/player/notes/note-entry.tsx'
import type { NoteOutput } from '#shared/schemas/notes.ts'

const AT = '2026-11-21T10:00:00.000Z'
const NOTE: NoteOutput = {
  id: 'one',
  videoId: 2,
  positionSeconds: 6,
  body: 'Words',
  createdAt: AT,
  updatedAt: AT,
}

function show(note: NoteOutput, onRewrite = vi.fn(async () => undefined)) {
  return (
    <ol>
      <NoteEntry note={note} onSeek={null} onRewrite={onRewrite} onRemove={vi.fn()} />
    </ol>
  )
}

test('Edit begins with the words as they are now, also when they came from elsewhere', async () => {
  const user = userEvent.setup()
  const { rerender } = render(show(NOTE))
  rerender(show({ ...NOTE, body: 'Words of another tab' }))
  await user.click(screen.getByRole('button', { name: /^Edit the note/ }))
  expect(screen.getByRole('textbox', { name: /^Note at/ })).toHaveValue('Words of another tab')
})

test.each(['Save', 'Cancel'])('%s gives the focus back to Edit', async (name) => {
  const user = userEvent.setup()
  render(show(NOTE))
  await user.click(screen.getByRole('button', { name: /^Edit the note/ }))
  await user.click(screen.getByRole('button', { name }))
  expect(await screen.findByRole('button', { name: /^Edit the note/ })).toHaveFocus()
})

test('a note without words is asked for at its field, and not saved', async () => {
  const user = userEvent.setup()
  const rewrite = vi.fn(async () => undefined)
  render(show(NOTE, rewrite))
  await user.click(screen.getByRole('button', { name: /^Edit the note/ }))
  const field = screen.getByRole('textbox', { name: /^Note at/ })
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(field).toBeInvalid()
  expect(field).toHaveAccessibleDescription(/Please write something\. To remove the note, press Cancel/)
  expect(field).toHaveFocus()
  expect(rewrite).not.toHaveBeenCalled()
  await user.type(field, 'QNH')
  expect(field).toBeValid()
})
