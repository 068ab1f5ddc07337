import { expect, test } from 'vitest'
import { notesFileName, notesText } from '#client/features/player/notes/notes.tsx'

test('notes become a text file, each with its place', () => {
  const at = '2026-11-21T10:00:00.000Z'
  const note = (positionSeconds: number, body: string) => ({
    id: body,
    videoId: 2,
    positionSeconds,
    body,
    createdAt: at,
    updatedAt: at,
  })
  const text = notesText('Navigation', [note(5.2, 'Drift, not heading.'), note(75, 'Two lines\nof thought')])
  expect(text).toBe('Navigation: notes\n\n0:05\nDrift, not heading.\n\n1:15\nTwo lines\nof thought\n')
  expect(notesFileName('navigation')).toBe('navigation-notes.txt')
})
