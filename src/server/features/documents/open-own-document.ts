import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { renderDocument } from './render-document.ts'

/**
 * Renders an invoice or credit note of the student who asks. Somebody else's is as unknown as one that does not
 * exist.
 *
 * @throws ShopError INVOICE_NOT_FOUND
 */
export async function openOwnDocument(
  deps: Pick<Deps, 'db' | 'clock'>,
  { documentId, studentId }: { documentId: string; studentId: string },
): Promise<{ filename: string; content: Buffer }> {
  const owned = await deps.db.document.count({ where: { id: documentId, studentId } })
  if (owned === 0) throw new ShopError('INVOICE_NOT_FOUND')
  return renderDocument(deps, documentId)
}
