import type { NoteOutput } from '#shared/schemas/notes.ts'
import type { NoteRow } from './queries-notes.ts'

export function presentNote(row: NoteRow): NoteOutput {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
