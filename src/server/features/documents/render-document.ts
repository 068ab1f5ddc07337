import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { openIncident, resolveIncident } from '#server/features/incidents/incidents.ts'
import type { DocumentKind } from '#server/infra/prisma/enums.ts'
import { renderCreditNotePdf } from './pdf/credit-note.ts'
import { creditNoteFactsSchema, invoiceFactsSchema } from './pdf/facts.ts'
import { renderInvoicePdf } from './pdf/invoice.ts'
import { payoutFactsSchema } from './pdf/payout-facts.ts'
import { renderPayoutPdf } from './pdf/payout-paper.ts'

/**
 * Renders a numbered paper from its frozen facts: the same bytes every time. One that cannot be made is told.
 *
 * @throws ShopError INVOICE_NOT_FOUND
 */
export async function renderDocument(
  deps: Pick<Deps, 'db' | 'clock'>,
  documentId: string,
): Promise<{ filename: string; content: Buffer }> {
  const document = await deps.db.document.findUnique({
    where: { id: documentId },
    select: { kind: true, label: true, facts: true },
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

function render({ kind, facts }: { kind: DocumentKind; facts: unknown }): Promise<Buffer> {
  if (kind === 'invoice') return renderInvoicePdf(invoiceFactsSchema.parse(facts))
  if (kind === 'creditNote') return renderCreditNotePdf(creditNoteFactsSchema.parse(facts))
  return renderPayoutPdf(payoutFactsSchema.parse(facts))
}
