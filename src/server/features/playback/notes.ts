import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { newId } from '#server/infra/ids.ts'
import { notesPerFilm } from '#shared/limits.ts'
import type { NoteOutput, NoteSaveInput } from '#shared/schemas/notes.ts'
import { findOpenEntitlement } from './queries.ts'

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

/**
 * Keeps a student's note on a place in a film. A new one wants the film open; an old one can be rewritten for as long
 * as the account lasts.
 *
 * @throws ShopError NO_ACCESS, TOO_MANY_NOTES, or NOTE_NOT_FOUND for an id that is not the student's
 */
export function saveNote(deps: Pick<Deps, 'db' | 'clock'>, note: NoteSaveInput): Promise<NoteOutput> {
  return note.id === null ? addNote(deps, note) : rewriteNote(deps, { ...note, id: note.id })
}

async function addNote(deps: Pick<Deps, 'db' | 'clock'>, note: NoteSaveInput): Promise<NoteOutput> {
  const { userId: studentId, videoId, positionSeconds, body } = note
  if (!(await findOpenEntitlement(deps, { studentId, videoId }))) throw new ShopError('NO_ACCESS')
  const now = deps.clock.now()
  const row = await deps.db.$transaction(async (tx) => {
    // One after the other, so that the count holds; an account that is erased at this moment gets none.
    if (!(await lockStudent(tx, studentId))) throw new ShopError('NO_ACCESS')
    const kept = await tx.note.count({ where: { studentId, videoId } })
    if (kept >= notesPerFilm) throw new ShopError('TOO_MANY_NOTES')
    return tx.note.create({
      data: { id: newId(now), studentId, videoId, positionSeconds, body, createdAt: now, updatedAt: now },
      select: NOTE_FIELDS,
    })
  })
  return presentNote(row)
}

async function rewriteNote(
  deps: Pick<Deps, 'db' | 'clock'>,
  { id, userId: studentId, videoId, positionSeconds, body }: NoteSaveInput & { id: string },
): Promise<NoteOutput> {
  const [row] = await deps.db.note.updateManyAndReturn({
    where: { id, studentId, videoId },
    data: { positionSeconds, body, updatedAt: deps.clock.now() },
    select: NOTE_FIELDS,
  })
  if (!row) throw new ShopError('NOTE_NOT_FOUND')
  return presentNote(row)
}

/**
 * Removes a note for good.
 *
 * @throws ShopError NOTE_NOT_FOUND for an id that is not the student's
 */
export async function removeNote(
  deps: Pick<Deps, 'db'>,
  { studentId, id }: { studentId: string; id: string },
): Promise<void> {
  const { count } = await deps.db.note.deleteMany({ where: { id, studentId } })
  if (count === 0) throw new ShopError('NOTE_NOT_FOUND')
}

export function presentNote(row: NoteRow): NoteOutput {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
