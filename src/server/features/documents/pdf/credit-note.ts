import { type CreditNoteDetails, creditNoteDetailsSchema } from '#server/features/documents/invoice-facts.ts'
import { renderDocument } from '#server/infra/pdf-document.ts'
import { buyerDetails, columnsOf, dayOf, percentOfRate, pounds, sellerDetails } from './format.ts'

type Line = CreditNoteDetails['lines'][number]

/**
 * The PDF of a credit note from its frozen facts: what is credited, of which invoice and why
 * (VAT Regulations 1995, regulation 15C; VAT Notice 700, 18.2.1).
 */
export function renderCreditNotePdf(details: CreditNoteDetails): Promise<Buffer> {
  const note = creditNoteDetailsSchema.parse(details)
  const { number, issuedAt, seller, buyer, invoice, reason, lines, refund } = note
  const table = tableOf(note)

  return renderDocument({
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

function tableOf({ seller, vatRate, totals }: CreditNoteDetails) {
  const { netPence, vatPence, grossPence } = totals
  if (seller.vatNumber === null) {
    return {
      columns: columnsOf('Description', [['Credited', 90]]),
      cells: (line: Line) => [pounds(line.grossPence)],
      total: ['Total credited', pounds(grossPence)],
    }
  }
  return {
    columns: columnsOf('Description', [
      ['Before VAT', 75],
      [`VAT ${percentOfRate(vatRate)}`, 70],
      ['Credited', 75],
    ]),
    cells: (line: Line) => [pounds(line.netPence), pounds(line.vatPence), pounds(line.grossPence)],
    total: ['Total credited', pounds(netPence), pounds(vatPence), pounds(grossPence)],
  }
}
