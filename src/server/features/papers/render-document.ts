import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { renderCreditNotePdf } from './documents/credit-note.ts'
import { creditNoteFactsSchema, invoiceFactsSchema } from './documents/facts.ts'
import { renderInvoicePdf } from './documents/invoice.ts'
import { payoutFactsSchema } from './documents/payout-facts.ts'
import { renderPayoutPdf } from './documents/payout-paper.ts'

/**
 * Renders a numbered paper from its frozen facts: the same bytes every time.
 *
 * @throws ShopError INVOICE_NOT_FOUND
 */
export async function renderDocument(
  deps: Pick<Deps, 'db'>,
  documentId: string,
): Promise<{ filename: string; content: Buffer }> {
  const document = await deps.db.document.findUnique({
    where: { id: documentId },
    select: { kind: true, label: true, facts: true },
  })
  if (!document) throw new ShopError('INVOICE_NOT_FOUND')
  const filename = `${document.label}.pdf`
  if (document.kind === 'invoice') {
    return { filename, content: await renderInvoicePdf(invoiceFactsSchema.parse(document.facts)) }
  }
  if (document.kind === 'creditNote') {
    return { filename, content: await renderCreditNotePdf(creditNoteFactsSchema.parse(document.facts)) }
  }
  return { filename, content: await renderPayoutPdf(payoutFactsSchema.parse(document.facts)) }
}
