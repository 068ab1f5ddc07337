import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { openIncident, resolveIncident } from '#server/features/incidents/incidents.ts'
import type { DocumentKind } from '#server/infra/prisma/enums.ts'
import { renderCreditNotePdf } from './pdf/credit-note.ts'
import { renderInvoicePdf } from './pdf/invoice.ts'
import { renderPayoutPdf } from './pdf/payout-document.ts'

/**
 * Renders a document from its frozen details: the same bytes every time. One that cannot be rendered is an incident.
 *
 * @throws ShopError INVOICE_NOT_FOUND
 */
export async function renderDocument(
  deps: Pick<Deps, 'db' | 'clock'>,
  documentId: string,
): Promise<{ filename: string; content: Buffer }> {
  const document = await deps.db.document.findUnique({
    where: { id: documentId },
    select: { kind: true, label: true, details: true },
  })
  if (!document) throw new ShopError('INVOICE_NOT_FOUND')
  const incident = { kind: 'brokenDocument', subjectId: documentId } as const
  try {
    const content = await render(document)
    await resolveIncident(deps, incident)
    return { filename: `${document.label}.pdf`, content }
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    await openIncident(deps, { ...incident, detail: `${document.label}, ${reason}`, reopens: 'forNewDetail' })
    throw error
  }
}

function render({ kind, details }: { kind: DocumentKind; details: unknown }): Promise<Buffer> {
  if (kind === 'invoice') return renderInvoicePdf(details)
  return kind === 'creditNote' ? renderCreditNotePdf(details) : renderPayoutPdf(details)
}

/**
 * Renders one of the student's own invoices or credit notes. Another student's is answered as one that does not exist.
 *
 * @throws ShopError INVOICE_NOT_FOUND
 */
export async function renderOwnDocument(
  deps: Pick<Deps, 'db' | 'clock'>,
  { documentId, studentId }: { documentId: string; studentId: string },
): Promise<{ filename: string; content: Buffer }> {
  const owned = await deps.db.document.count({ where: { id: documentId, studentId } })
  if (owned === 0) throw new ShopError('INVOICE_NOT_FOUND')
  return renderDocument(deps, documentId)
}
