import { creditNoteDetailsSchema } from '#server/features/documents/document-details.ts'
import { renderDocumentPdf } from '#server/infra/pdf-document.ts'
import { buyerDetails, dayOf, sellerDetails, sumsTable } from './format.ts'

/**
 * The PDF of a credit note from its frozen details: what is credited, of which invoice and why
 * (VAT Regulations 1995, regulation 15C; VAT Notice 700, 18.2.1).
 */
export function renderCreditNotePdf(details: unknown): Promise<Buffer> {
  const note = creditNoteDetailsSchema.parse(details)
  const { number, issuedAt, seller, buyer, invoice, reason, lines, refund } = note
  const table = sumsTable(note, { price: 'Credited', total: 'Total credited' })

  return renderDocumentPdf({
    title: `Credit note ${number}`,
    heading: 'Credit note',
    author: seller.name,
    createdAt: new Date(issuedAt),
    particulars: [
      sellerDetails(seller),
      buyerDetails(buyer, true),
      [
        { label: 'Credit note number', lines: [number] },
        { label: 'Date', lines: [dayOf(issuedAt)] },
        { label: 'Corrects invoice', lines: [invoice.number, `of ${dayOf(invoice.issuedAt)}`] },
      ],
    ],
    columns: table.columns,
    rows: lines.map((line) => [line.description, ...table.cells(line)]),
    totals: [table.total],
    notes: [
      `Reason: ${reason}`,
      ...(refund === null ? [] : [`Refunded on ${dayOf(refund.refundedAt)}: ${refund.method}.`]),
      'The sums above are credited to the buyer, in pounds sterling. If you write about it, give the number of this note.',
      ...(seller.vatNumber === null ? ['The seller is not registered for VAT; no VAT was charged.'] : []),
    ],
  })
}
