import type { Deps } from '#server/deps.ts'
import { notesPerFilm } from '#shared/limits.ts'

export const NOTE_FIELDS = {
  id: true,
  videoId: true,
  positionSeconds: true,
  body: true,
  createdAt: true,
  updatedAt: true,
} as const

export type NoteRow = {
  id: string
  videoId: number
  positionSeconds: number
  body: string
  createdAt: Date
  updatedAt: Date
}

/** A student's notes on a film, in its order. They stay readable when the film has closed. */
export async function listNotes(
  deps: Pick<Deps, 'db'>,
  { studentId, videoId }: { studentId: string; videoId: number },
): Promise<NoteRow[]> {
  return deps.db.note.findMany({
    where: { studentId, videoId },
    orderBy: [{ positionSeconds: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    take: notesPerFilm,
    select: NOTE_FIELDS,
  })
}
