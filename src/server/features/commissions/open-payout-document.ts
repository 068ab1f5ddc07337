import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { renderDocument } from '#server/features/documents/render-document.ts'
import { findPayoutDocument } from './queries.ts'

/**
 * Renders the paper of a referer's own paid payout. Somebody else's payout is as unknown as one that does not
 * exist.
 *
 * @throws ShopError INVOICE_NOT_FOUND
 */
export async function openPayoutDocument(
  deps: Pick<Deps, 'db' | 'clock'>,
  payout: { payoutId: string; refererId: string },
): Promise<{ filename: string; content: Buffer }> {
  const documentId = await findPayoutDocument(deps, payout)
  if (documentId === null) throw new ShopError('INVOICE_NOT_FOUND')
  return renderDocument(deps, documentId)
}
