import { type InvoiceDetails, invoiceDetailsSchema } from '#server/features/documents/document-details.ts'
import { type DocumentDetail, renderDocumentPdf } from '#server/infra/pdf-document.ts'
import { buyerDetails, columnsOf, dayOf, percentOfRate, pounds, sellerDetails, sumsTable } from './format.ts'

type Line = InvoiceDetails['lines'][number]

/**
 * The PDF of an invoice from its frozen details. A full invoice of a seller with a VAT number has the particulars of
 * regulation 14 of the VAT Regulations 1995 and the heading "VAT invoice". A simplified one is for consumers, who need
 * no VAT invoice (regulation 13(1)); it shows the VAT too. Without a VAT number neither does.
 */
export function renderInvoicePdf(details: unknown): Promise<Buffer> {
  const invoice = invoiceDetailsSchema.parse(details)
  const { number, issuedAt, seller, buyer, kind, lines } = invoice
  const table = tableOf(invoice)

  return renderDocumentPdf({
    title: `Invoice ${number}`,
    heading: seller.vatNumber !== null && kind === 'full' ? 'VAT invoice' : 'Invoice',
    author: seller.name,
    createdAt: new Date(issuedAt),
    particulars: [sellerDetails(seller), buyerDetails(buyer, kind === 'full'), references(invoice)],
    columns: table.columns,
    rows: lines.map((line) => [descriptionOf(line), ...table.cells(line)]),
    totals: [table.total],
    notes: notesOf(invoice),
  })
}

function references({ number, issuedAt, paidAt, method, seller }: InvoiceDetails): DocumentDetail[] {
  const dates =
    dayOf(issuedAt) === dayOf(paidAt)
      ? [{ label: seller.vatNumber === null ? 'Date' : 'Date and tax point', lines: [dayOf(issuedAt)] }]
      : [
          { label: 'Date', lines: [dayOf(issuedAt)] },
          { label: seller.vatNumber === null ? 'Paid on' : 'Tax point', lines: [dayOf(paidAt)] },
        ]
  return [
    { label: 'Invoice number', lines: [number] },
    ...dates,
    ...(method === null ? [] : [{ label: 'Paid by', lines: [method] }]),
  ]
}

function descriptionOf({ description, listPence, discountPence, discountLabel }: Line) {
  if (discountPence === 0) return description
  const note = `List ${pounds(listPence)} less ${pounds(discountPence)}, ${discountLabel ?? 'discount'}`
  return { text: description, note }
}

/** The columns that an invoice must have, their cells, and the row of totals. */
function tableOf(invoice: InvoiceDetails) {
  const { seller, kind, vatRate, totals } = invoice
  const rate = percentOfRate(vatRate)
  const { netPence, vatPence, grossPence } = totals

  if (seller.vatNumber === null) {
    return {
      columns: columnsOf('Description', [
        ['Quantity', 70],
        ['Price', 80],
      ]),
      cells: (line: Line) => ['1', pounds(line.grossPence)],
      total: ['Total', '', pounds(grossPence)],
    }
  }
  if (kind === 'simplified') return sumsTable(invoice, { price: 'Price', total: 'Total' })
  return {
    columns: columnsOf('Description', [
      ['Unit price', 66],
      ['Before VAT', 62],
      ['VAT rate', 46],
      ['VAT', 52],
      ['Price', 64],
    ]),
    cells: (line: Line) => {
      const net = pounds(line.netPence)
      return [`1 × ${net}`, net, rate, pounds(line.vatPence), pounds(line.grossPence)]
    },
    total: ['Total', '', pounds(netPence), '', pounds(vatPence), pounds(grossPence)],
  }
}

function notesOf({ seller, lines, totals, paidAt, cancellation }: InvoiceDetails): string[] {
  const paid = totals.grossPence === 0 ? 'There was nothing to pay.' : `Paid in full on ${dayOf(paidAt)}.`
  return [
    `${paid} All sums are in pounds sterling. If you write about it, give the invoice number.`,
    ...(hasOddPennies(lines) ? [sharedPennies] : []),
    ...(seller.vatNumber === null ? ['The seller is not registered for VAT; no VAT is charged.'] : []),
    ...(cancellation === 'waived'
      ? [
          'Supplied as digital content with immediate access at the buyer’s request; the right to cancel ended when access began (Consumer Contracts Regulations 2013, regulation 37).',
        ]
      : []),
  ]
}

const sharedPennies =
  'Discount and VAT are worked out on the whole order and shared over its lines, so lines of the same price can differ by a penny.'

/** Whether two lines of the same list price and discount differ by a penny, because a sum does not divide evenly. */
function hasOddPennies(lines: readonly Line[]): boolean {
  return lines.some((line) =>
    lines.some(
      (other) =>
        line.listPence === other.listPence &&
        line.discountLabel === other.discountLabel &&
        (line.discountPence !== other.discountPence || line.vatPence !== other.vatPence),
    ),
  )
}
