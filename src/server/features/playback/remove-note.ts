import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'

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
