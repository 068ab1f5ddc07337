import type { Deps } from '#server/deps.ts'
import { notesPerFilm } from '#shared/limits.ts'
import type { NoteOutput } from '#shared/schemas/notes.ts'

export const NOTE_FIELDS = {
  id: true,
  videoId: true,
  positionSeconds: true,
  body: true,
  createdAt: true,
  updatedAt: true,
} as const

type NoteRow = Omit<NoteOutput, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }

export function presentNote(row: NoteRow): NoteOutput {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

/** A student's notes on a film, in its order. They stay readable when the film has closed. */
export async function listNotes(
  deps: Pick<Deps, 'db'>,
  { studentId, videoId }: { studentId: string; videoId: number },
): Promise<NoteOutput[]> {
  const rows = await deps.db.note.findMany({
    where: { studentId, videoId },
    orderBy: [{ positionSeconds: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    take: notesPerFilm,
    select: NOTE_FIELDS,
  })
  return rows.map(presentNote)
}
