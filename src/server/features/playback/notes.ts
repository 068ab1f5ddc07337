import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { lockStudent } from '#server/features/accounts/students.ts'
import { columns } from '#server/infra/columns.ts'
import { newId } from '#server/infra/ids.ts'
import type { Prisma } from '#server/infra/prisma/client.ts'
import { notesPerVideo } from '#shared/limits.ts'
import type { NoteOutput, NoteSaveInput } from '#shared/schemas/notes.ts'
import { findOpenEntitlement } from './queries.ts'

const NOTE_FIELDS = columns('id', 'videoId', 'positionSeconds', 'body', 'createdAt', 'updatedAt')

type NoteRow = Prisma.NoteGetPayload<{ select: typeof NOTE_FIELDS }>

/** A student's notes on a video, by position. They stay readable after the entitlement ends. */
export async function listNotes(
  deps: Pick<Deps, 'db'>,
  { studentId, videoId }: { studentId: string; videoId: number },
): Promise<NoteRow[]> {
  return deps.db.note.findMany({
    where: { studentId, videoId },
    orderBy: [{ positionSeconds: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    take: notesPerVideo,
    select: NOTE_FIELDS,
  })
}

/**
 * Saves a student's note at a position in a video. A new note needs an open entitlement; an old one can always be
 * changed.
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
    // The lock makes the count reliable; an account that is erased at this moment gets no note.
    if (!(await lockStudent(tx, studentId))) throw new ShopError('NO_ACCESS')
    const kept = await tx.note.count({ where: { studentId, videoId } })
    if (kept >= notesPerVideo) throw new ShopError('TOO_MANY_NOTES')
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
 * Deletes a note.
 *
 * @throws ShopError NOTE_NOT_FOUND for an id that is not the student's
 */
export async function deleteNote(
  deps: Pick<Deps, 'db'>,
  { studentId, id }: { studentId: string; id: string },
): Promise<void> {
  const { count } = await deps.db.note.deleteMany({ where: { id, studentId } })
  if (count === 0) throw new ShopError('NOTE_NOT_FOUND')
}

export function presentNote(row: NoteRow): NoteOutput {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}
